import { missingCapabilities, needsOf, type InputNeed, type InputRequests } from '@mcpfusion/protocol';
import type { CallMemory } from '../handler/call-memory.js';
import type { RetryAsks } from '../input/asks.js';
import type { AskedVisits } from '../input/visits.js';
import type { StateBinding, StateUse } from '../input/request-state.js';
import { tooManyRounds, unsupported } from './live-asks.js';
import type { MethodCall } from './method-call.js';

/** Ends the call with its questions; the client comes again with the answers and the sealed state. */
export class StatelessAsks implements RetryAsks {
  readonly kind = 'retry';
  readonly #of: MethodCall;
  readonly #binding: StateBinding;
  #rounds: number;
  #isCounted = false;

  /** `rounds`: how often the client has been asked before. */
  constructor(of: MethodCall, binding: StateBinding, rounds: number) {
    this.#of = of;
    this.#binding = binding;
    this.#rounds = rounds;
  }

  checkNeeds(needs: readonly InputNeed[]): void {
    const missing = missingCapabilities(needs, this.#of.exchange.envelope.clientCapabilities);
    if (missing) throw unsupported(missing);
  }

  checkRequests(requests: InputRequests): void {
    this.checkNeeds(Object.values(requests).flatMap(needsOf) as InputNeed[]);
  }

  /** One request asks once, though each call in it may say so. */
  countRound(): void {
    if (this.#isCounted) return;
    const { maxRounds } = this.#of.server.inputs;
    // Not counted then: whoever catches this and asks something else is told again.
    if (this.#rounds >= maxRounds) throw tooManyRounds(maxRounds);
    this.#rounds++;
    this.#isCounted = true;
  }

  openVisits(visits: AskedVisits): Promise<void> {
    const { server, arrival } = this.#of;
    return server.inputs.visits.open(visits, arrival.principal);
  }

  closeVisits(visits: AskedVisits): void {
    this.#of.server.inputs.visits.close(visits);
  }

  /** `again`: the client comes with this state, and too few answers. */
  seal(memory: CallMemory, again?: StateUse): Promise<string> {
    const { server, arrival } = this.#of;
    // A process on a pipe is all that its client knows.
    if (arrival.header) server.inputs.warnOfRandomKey();
    return server.inputs.states.seal(this.#binding, memory, this.#rounds, again);
  }
}
