import { setupError } from '../errors.js';
import type { Log } from '../handler/log.js';
import type { ProgressReporter } from '../handler/progress.js';
import type { RequestExtra } from '../handler/context.js';
import type { InputRequired } from '../handler/require-input.js';
import { askUntilAnswered } from '../input/ask-live.js';
import { hasAny, openQuestions, refusalError, rememberAsked, takeWellFormed } from '../input/ask-memory.js';
import type { LiveAsks, RetryAsks } from '../input/asks.js';
import type { CallInput } from '../input/call-input.js';
import type { CompiledTool } from '../tool/compile-tool.js';
import type { CallPhase } from './call-event.js';
import { tellEnd } from './call-end.js';
import { raceCancel, type Cancellation } from './cancellation.js';
import type { CallEngine } from './engine.js';
import { isForTheAuthor, toOutcome } from './failure.js';
import type { Outcome } from './outcome.js';
import type { Call, Round, RunningCall } from './run-call.js';

/**
 * A call that may ask: its handler runs, asks by returning, and runs again from its top with the answers. Each run
 * waits for slot and key anew; while a person is asked none is held.
 */
export class Rounds implements Call, Round {
  readonly number: number;
  readonly input: CallInput;
  readonly startedAtMs = performance.now();
  readonly lastMessage = undefined;
  phase: CallPhase = 'accepted';
  readonly engine: CallEngine;
  readonly call: Call;
  isReturning = false;
  /** The state that this run can be left with. */
  #sealed: { readonly knew: string; readonly state: string } | undefined;
  readonly #runOnce: (call: Call) => void;

  /** `runOnce` runs the handler once. */
  constructor(engine: CallEngine, call: Call, input: CallInput, runOnce: (call: Call) => void) {
    this.engine = engine;
    this.call = call;
    this.input = input;
    this.number = engine.nextNumber();
    this.#runOnce = runOnce;
  }

  start(): void {
    const { refused } = this.input.memory;
    if (refused) this.#fail(refusalError(refused));
    else this.#run();
  }

  get round(): Round {
    return this;
  }
  get tool(): CompiledTool {
    return this.call.tool;
  }
  get rawInput(): unknown {
    return this.call.rawInput;
  }
  get cancellation(): Cancellation {
    return this.call.cancellation;
  }
  get extra(): RequestExtra {
    return this.call.extra;
  }
  get progress(): ProgressReporter {
    return this.call.progress;
  }
  get parent(): RunningCall | undefined {
    return this.call.parent;
  }
  openLog(): Log {
    return this.call.openLog();
  }

  onOutcome(outcome: Outcome): void {
    this.call.onOutcome(outcome);
  }

  hasOpenQuestion(): boolean {
    const { asks, memory } = this.input;
    return asks.kind === 'retry' && (this.input.hasAsked || hasAny(memory.pending));
  }

  onAsked(asked: InputRequired | undefined): void {
    this.#ask(asked).catch((error: unknown) => this.#fail(error));
  }

  async seal(): Promise<void> {
    const { asks } = this.input;
    // The outermost call seals for all inside it.
    if (asks.kind === 'live' || this.call.parent) return;
    this.call.onSealing?.();
    // Before: what a call inside does meanwhile is not in it.
    const knew = JSON.stringify(this.input.memory);
    this.#sealed = { knew, state: await this.#seal(asks) };
  }

  /** Undefined: what it knows has changed since, as by a call inside. */
  #sealedNow(): string | undefined {
    return this.#sealed?.knew === JSON.stringify(this.input.memory) ? this.#sealed.state : undefined;
  }

  #seal(asks: RetryAsks): Promise<string> {
    this.call.onSealing?.();
    // A store may hang; the call must end all the same.
    return raceCancel(asks.seal(this.input.memory), this.cancellation);
  }

  #run(): void {
    this.input.beginRound();
    this.#sealed = undefined;
    this.#runOnce(this);
  }

  async #ask(asked: InputRequired | undefined): Promise<void> {
    const { asks, memory } = this.input;
    if (asked) rememberAsked(memory, asked);
    // Not made by `requireInput`, or by another version of it. Run again it would never end.
    if (asked && !hasAny(memory.pending)) throw setupError('Expected a question to ask at least one thing, got none.');
    if (asks.kind === 'live') return this.#askLive(asks);
    // The outermost call asks for all inside it, in one round.
    asks.checkRequests(memory.pending);
    if (this.#hasEarlyAnswers()) return this.#runAgain();
    if (this.call.parent) return this.onOutcome({ kind: 'input_required', requests: {}, state: '' });
    const requests = openQuestions(memory);
    asks.countRound();
    this.#enter('asked');
    this.onOutcome({ kind: 'input_required', requests, state: this.#sealedNow() ?? (await this.#seal(asks)) });
  }

  async #askLive(asks: LiveAsks): Promise<void> {
    // The calls around this one hold nothing either, and go on holding again whatever the answer is.
    this.parent?.pause(this.input.isInStep);
    try {
      await askUntilAnswered(asks, this.input.memory, this.cancellation, () => this.#enter('asked'));
      const { refused } = this.input.memory;
      if (refused) throw refusalError(refused);
    } finally {
      await this.parent?.resume();
    }
    this.#runAgain();
  }

  #runAgain(): void {
    this.#enter('answered');
    this.isReturning = true;
    this.call.onRound?.();
    this.#run();
  }

  /** Whether the first request has answered all that its handler asks first. What is no answer is asked for as usual. */
  #hasEarlyAnswers(): boolean {
    const early = this.input.takeEarly();
    const { memory } = this.input;
    if (!early || !hasAny(memory.pending)) return false;
    takeWellFormed(memory, early);
    if (memory.refused) throw refusalError(memory.refused);
    return !hasAny(memory.pending);
  }

  #fail(error: unknown): void {
    const outcome = toOutcome(error, this.cancellation);
    if (outcome.kind === 'failed' && outcome.error.code === 'INPUT_ROUNDS_EXCEEDED') this.#tellRounds();
    if (this.cancellation.reason) tellEnd(this);
    else if (outcome.kind === 'failed' && isForTheAuthor(outcome.error))
      this.engine.log.error('tool failed', { tool: this.tool.definition.name, cause: error });
    this.onOutcome(outcome);
  }

  /** Often the handler reads another name than it asked under. */
  #tellRounds(): void {
    const { pending, fields, responses } = this.input.memory;
    this.engine.log.warning('a tool asked too often', {
      tool: this.tool.definition.name,
      asked: Object.keys(pending),
      answeredFields: Object.keys(fields),
      answered: Object.keys(responses),
    });
  }

  #enter(phase: CallPhase): void {
    this.phase = phase;
    this.engine.note(this, phase);
  }
}
