import {
  codecs,
  isUrlRequest,
  missingCapabilities,
  needsOf,
  sessionKnows,
  type InputNeed,
  type InputRequest,
  type InputRequests,
} from '@mcpfusion/protocol';
import type { Cancellation } from '../call/cancellation.js';
import { FusionError, InputUnsupported } from '../errors.js';
import type { LiveAsks } from '../input/asks.js';
import { visitIdOf, type AskedVisits } from '../input/visits.js';
import { LiveRound, type Answers, type IsEnough } from './live-round.js';
import type { MethodCall } from './method-call.js';

/** Of one session: none is cancelled when its stream is dropped, and each keeps its call. */
export const mostOpenQuestions = 1_000;

/**
 * Asks the client of a session while the call waits: each question is a request on the call's own stream, and an
 * answer may come on any.
 *
 * Source: 2025-11-25, Elicitation; Streamable HTTP, Sending Messages.
 */
export class SessionAsks implements LiveAsks {
  readonly kind = 'live';
  readonly #of: MethodCall;
  #rounds = 0;
  #open = 0;

  constructor(of: MethodCall) {
    this.#of = of;
  }

  checkNeeds(needs: readonly InputNeed[]): void {
    this.#checkClient(needs);
    if (needs.length > 0 && !this.#of.exchange.canAsk) throw noChannel();
  }

  #checkClient(needs: readonly InputNeed[]): void {
    const { exchange } = this.#of;
    const missing = missingCapabilities(needs, exchange.envelope.clientCapabilities);
    if (missing) throw unsupported(missing);
    const { protocolVersion } = exchange.envelope;
    if (!needs.every((need) => sessionKnows(need, protocolVersion))) throw tooOld(protocolVersion);
  }

  checkRequests(requests: InputRequests, visits?: AskedVisits): void {
    if (this.#of.arrival.peer.questions.size >= mostOpenQuestions)
      throw new FusionError('SERVER_BUSY', `${mostOpenQuestions} questions of this session are open.`);
    this.#checkClient(Object.values(requests).flatMap(needsOf) as InputNeed[]);
    const projected = Object.values(this.#projectAll(requests, visits));
    if (this.#of.exchange.canAsk) return;
    throw projected.every(isUrlRequest) ? visitFirst(projected.map(({ params }) => params)) : noChannel();
  }

  /** What is asked while a question is open belongs to the same round, as it would in one result. */
  countRound(): void {
    if (this.#open > 0) return;
    const { maxRounds } = this.#of.server.inputs;
    if (++this.#rounds > maxRounds) throw tooManyRounds(maxRounds);
  }

  openVisits(visits: AskedVisits): Promise<void> {
    const { server, arrival } = this.#of;
    return server.inputs.visits.open(visits, arrival.principal);
  }

  closeVisits(visits: AskedVisits): void {
    this.#of.server.inputs.visits.close(visits);
  }

  async ask(
    requests: InputRequests,
    cancellation: Cancellation,
    isEnough: IsEnough,
    visits?: AskedVisits,
  ): Promise<Answers> {
    this.#open++;
    try {
      return await new Promise<Answers>((resolve, reject) =>
        new LiveRound(this.#of, cancellation, isEnough, resolve, reject).start(
          this.#projectAll(requests, visits),
          visits,
        ),
      );
    } finally {
      this.#open--;
    }
  }

  #projectAll(requests: InputRequests, visits?: AskedVisits): InputRequests {
    return Object.fromEntries(
      Object.entries(requests).map(([key, request]) => [key, this.#project(request, visitIdOf(visits, key))]),
    );
  }

  /** A page that nobody waits for has an id all the same: clients want one. */
  #project(request: InputRequest, id: string = crypto.randomUUID()): InputRequest {
    const { era, envelope } = this.#of.exchange;
    const known = codecs[era].inputRequest(request, envelope.protocolVersion);
    if (!known) throw tooOld(envelope.protocolVersion);
    if (!isUrlRequest(known)) return known;
    return { ...known, params: { ...known.params, elicitationId: id } };
  }
}

export function unsupported(missing: object): InputUnsupported {
  return new InputUnsupported(
    `ELICITATION_UNSUPPORTED: the tool must ask, and the client does not declare ${JSON.stringify(missing)}.`,
    missing,
  );
}

export function tooManyRounds(maxRounds: number): FusionError {
  return new FusionError('INPUT_ROUNDS_EXCEEDED', `The tool asked ${maxRounds} times and was about to ask again.`);
}

function tooOld(version: string): InputUnsupported {
  return new InputUnsupported(
    `ELICITATION_UNSUPPORTED: the tool must ask, and the client speaks ${version}, which has no such question.`,
  );
}

/**
 * Pages need no channel: the client can send its user there, and make the call again.
 *
 * Source: 2025-11-25, Elicitation, URL Elicitation Required Error.
 */
function visitFirst(elicitations: readonly object[]): InputUnsupported {
  return new InputUnsupported(
    'The user must visit a page first. Make the call again when that is done.',
    {},
    elicitations,
  );
}

function noChannel(): InputUnsupported {
  return new InputUnsupported(
    'ELICITATION_UNSUPPORTED: the tool must ask, and there is no channel to the client: its answer is one JSON object, or its stream is closed.',
  );
}
