import { setupError } from '../errors.js';
import type { CallContext, NestedCallOptions, RequestExtra } from '../handler/context.js';
import type { Log } from '../handler/log.js';
import type { ProgressReporter } from '../handler/progress.js';
import { leaveMemory, runWithMemory } from '../handler/ambient-memory.js';
import { isPromiseLike } from '../handler/promise-like.js';
import { createReaders, type InputReaders } from '../handler/read-input.js';
import { isInputRequired } from '../handler/input-brands.js';
import type { InputRequired } from '../handler/require-input.js';
import { commandIn, isYieldStar, yieldStarMissing } from '../handler/yield-star.js';
import type { CallInput } from '../input/call-input.js';
import type { CompiledTool, Parsed } from '../tool/compile-tool.js';
import type { ToolDefinition } from '../tool/definition.js';
import { createCallContext, noContext, noReaders, type ContextParts } from './call-context.js';
import type { CallPhase } from './call-event.js';
import { callNested, endChildren } from './call-nested.js';
import { raceCancel, type Cancellation, type CancelListener } from './cancellation.js';
import { checkOutput } from './check-output.js';
import { runChain } from './compose.js';
import { isBody, stepToEnd, type Ending } from './drive-generator.js';
import { Drive, type DriveHost, type Settlement } from './drive.js';
import type { CallEngine } from './engine.js';
import { tellEnd, tellLate } from './call-end.js';
import { Holding } from './holding.js';
import { OpenChanges } from './open-changes.js';
import { invalidArguments, isForTheAuthor, misplaced, toOutcome } from './failure.js';
import { InputNeeded } from './input-needed.js';
import { withOriginal } from './originals.js';
import type { Outcome } from './outcome.js';
import { OwnRequest, withOwn } from './own-request.js';
import { Rounds } from './rounds.js';
import type { Holder, Release } from './scheduler.js';
import { Yields } from './yields.js';

/** One call, as the edge hands it in. */
export interface Call {
  readonly tool: CompiledTool;
  /** As it came from the wire. */
  readonly rawInput: unknown;
  readonly cancellation: Cancellation;
  readonly extra: RequestExtra;
  readonly progress: ProgressReporter;
  /** The call that made this one with `ctx.call`. */
  readonly parent: RunningCall | undefined;
  /** Of a call that may ask. */
  readonly input?: CallInput | undefined;
  /** Of one run of a call that may ask. */
  readonly round?: Round | undefined;
  /** The handler runs again from its top. */
  onRound?(): void;
  /** 2026: what it knows is about to be sealed. */
  onSealing?(): void;
  /** Makes `ctx.log`, when somebody looks. */
  openLog(): Log;
  /** Told once, when the answer is known. Must not throw. */
  onOutcome(outcome: Outcome): void;
}

/** One run of a call that may run again. */
export interface Round {
  /** Of the call, the same in each round. */
  readonly number: number;
  readonly input: CallInput;
  /** A person has been asked before. */
  readonly isReturning: boolean;
  /** 2026: a call inside has asked. */
  hasOpenQuestion(): boolean;
  /**
   * 2026: makes sure, before a body is left for now, that its client can come again. Rejects when what the call knows
   * cannot be sealed or kept.
   */
  seal(): Promise<void>;
  /** The run has ended with a question: its own, or (nothing) one of a call inside it. Must not throw. */
  onAsked(asked: InputRequired | undefined): void;
}

/**
 * Runs a call: validate → wait for slot and key → context → gate → middleware →
 * handler. Never throws. The outcome is told when the answer is known; slot and
 * key are freed when the body has settled, which may be later. A call that waits
 * for nothing is over when this returns.
 */
export function runCall(engine: CallEngine, call: Call): void {
  const runOnce = (once: Call): void => new RunningCall(engine, once).start();
  if (call.input) new Rounds(engine, call, call.input, runOnce).start();
  else runOnce(call);
}

/* oxlint-disable typescript/unbound-method -- #goOn calls each stage on this; an arrow function would be made for each call */

/** A call inside the engine: its stages, each of which goes on to the next. */
export class RunningCall implements Holder, DriveHost, CancelListener, ContextParts {
  readonly engine: CallEngine;
  readonly call: Call;
  readonly parent: RunningCall | undefined;
  readonly number: number;
  readonly startedAtMs = performance.now();
  /** How far it has come. */
  phase: CallPhase = 'accepted';
  /** The answer is known. */
  isOver = false;
  /** Its generator was left at a question: what its `finally` blocks call belongs to the real end. */
  isLeft = false;
  /** Of the calls that it has made and that run. */
  children: Set<Cancellation> | undefined;
  readonly #drive = new Drive(this);
  #input: unknown;
  readonly holding = new Holding(this);
  #hasEntered = false;
  /** The body did not end in time, and nobody waits for it. */
  isAbandoned = false;
  #yields: Yields | undefined;
  readonly changes = new OpenChanges();

  constructor(engine: CallEngine, call: Call) {
    this.engine = engine;
    this.call = call;
    this.parent = call.parent;
    this.number = call.round?.number ?? engine.nextNumber();
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

  get readers(): InputReaders {
    const { round } = this.call;
    return round ? createReaders(() => round.input.memory) : noReaders;
  }

  openLog(): Log {
    return this.call.openLog();
  }

  get graceMs(): number {
    return this.engine.graceMs;
  }

  get lastMessage(): string | undefined {
    return this.#yields?.lastMessage;
  }

  /** First stage: the arguments. */
  start(): void {
    this.enter('accepted');
    try {
      this.cancellation.throwIfCancelled();
      this.#goOn(this.#race(this.call.tool.parse(this.call.rawInput)), this.#queue);
    } catch (error) {
      this.onThrown(error);
    }
  }

  #queue(parsed: Parsed): void {
    if (!parsed.ok) throw invalidArguments(this.call.tool.wireName, parsed.issues);
    this.#input = parsed.value;
    const granted = this.engine.acquire(this, parsed.value, this.call.round?.isReturning ?? false);
    if (granted instanceof Promise) this.enter('queued');
    this.#goOn(granted, this.#hold);
  }

  /** From here to `onSettled` the call holds its slot and key. */
  #hold(release: Release): void {
    const { cancellation, engine } = this;
    if (cancellation.reason) release();
    cancellation.throwIfCancelled();
    this.enter('granted');
    this.holding.begin(release, this.#input);
    engine.started();
    if (engine.isObserved) cancellation.listen(this);
    this.#drive.run();
  }

  /** What the drive runs: the context, the middleware, the handler. */
  body(): unknown {
    const { contextFactory } = this.engine;
    if (!contextFactory) return this.#pass(noContext);
    const made: unknown = contextFactory(withOwn(new OwnRequest(this.call.extra, undefined)));
    return isPromiseLike(made) ? Promise.resolve(made).then((context) => this.#pass(context)) : this.#pass(made);
  }

  #pass(context: unknown): unknown {
    const other = ((nested: ToolDefinition, raw: unknown, options?: NestedCallOptions) =>
      callNested(this, nested, raw, options)) as CallContext['call'];
    const ctx = createCallContext(context, this, other);
    // Before middleware, which may ask as well: what it asks must not be a second way on from the same answer.
    const { input } = this.call.round ?? {};
    const claimed = input?.mayRunAgain ? undefined : input?.claim();
    return claimed ? claimed.then(() => this.#runHandler(ctx)) : this.#runHandler(ctx);
  }

  #runHandler(ctx: CallContext): unknown {
    const { middleware } = this.call.tool.definition;
    if (middleware.length === 0) return this.#invoke(ctx);
    return runChain(
      middleware,
      this.#input,
      ctx,
      () => this.#checkOpen(),
      (extended) => {
        const work = (async () => this.#invoke(extended))();
        // Middleware may answer before the handler has ended; slot and key wait for both.
        this.#drive.hold(work);
        return work;
      },
    );
  }

  /** The gate, then the handler, whichever of its four kinds it is. */
  #invoke(ctx: CallContext): unknown {
    this.#checkOpen();
    this.enter('started');
    const handler = this.call.tool.definition.handler as (input: unknown, ctx: CallContext) => unknown;
    const memory = this.call.round?.input.memory;
    this.#hasEntered = memory !== undefined;
    return runWithMemory(memory, () => {
      const value = handler(this.#input, ctx);
      return isPromiseLike(value) ? Promise.resolve(value).then((it) => this.#follow(it)) : this.#follow(value);
    });
  }

  /** Middleware may call next() too late, when it has answered and slot and key are free. */
  #checkOpen(): void {
    this.cancellation.throwIfCancelled();
    if (!this.#drive.hasBodyEnded) return;
    const { name } = this.call.tool.definition;
    this.engine.log.error('middleware called next() after it had answered: the handler was not started', {
      tool: name,
    });
    throw setupError(`Expected middleware of ${name} to call next() before it answers, got a call after it.`);
  }

  #follow(value: unknown): unknown {
    if (!isBody(value)) return value;
    this.#yields = new Yields(this);
    return stepToEnd(value, this.cancellation, this.#yields);
  }

  /** The body was left at a question, and is answered with this though it does not end. */
  leaving(ending: Ending, isEnd: boolean): void {
    this.isLeft = !isEnd;
    this.#drive.leaving(ending);
  }

  left(): void {
    this.#drive.left();
  }

  onCancel(): void {
    this.engine.note(this, 'abort seen');
  }

  /** For `ctx.call`. */
  runInside(call: Call): void {
    // Its middleware, too, must not find the answers of the call around it.
    runWithMemory(undefined, () => runCall(this.engine, call));
  }

  /** This call, or one inside it, asks a person: until `resume` neither it nor those around it hold slot or key. */
  pause(isInStep = false): void {
    this.parent?.pause(this.call.round?.input.isInStep);
    this.#yields?.pause();
    this.holding.pause(isInStep);
  }

  async resume(): Promise<void> {
    await this.parent?.resume();
    await this.holding.resume();
    this.#yields?.resume();
  }

  /** Keeps slot and key until `work` has ended. */
  hold(work: Promise<unknown>): void {
    this.#drive.hold(work);
  }

  /** Last stage: the value as the output schema, if there is one, makes it. */
  onValue(value: unknown): void {
    try {
      if (isInputRequired(value)) return this.#ask(value);
      if (isYieldStar(value)) throw yieldStarMissing(commandIn(value));
      // Its error was caught: the handler would have got the answer in a session.
      if (this.call.round?.hasOpenQuestion()) return this.#ask(undefined);
      this.#goOn(this.#race(checkOutput(this.call.tool, value)), this.#complete);
    } catch (error) {
      this.onThrown(error);
    }
  }

  onThrown(thrown: unknown): void {
    if (this.isOver) return;
    const { call, engine } = this;
    const isAsking = call.round?.hasOpenQuestion() === true || (InputNeeded.is(thrown) && call.round !== undefined);
    if (isAsking && !call.cancellation.reason) return this.#ask(undefined);
    const cause = isInputRequired(thrown) ? misplaced('thrown') : thrown;
    const outcome = toOutcome(cause, call.cancellation);
    this.#end();
    if (call.cancellation.reason) tellEnd(this);
    else if (outcome.kind === 'failed' && isForTheAuthor(outcome.error)) {
      engine.log.error('tool failed', { tool: call.tool.definition.name, cause: withOriginal(cause) });
    }
    call.onOutcome(outcome);
  }

  onSettled(settlement: Settlement): void {
    const { engine } = this;
    if (engine.isObserved) this.cancellation.unlisten(this);
    this.holding.free();
    // A body that was given up would keep it on for ever.
    if (this.#hasEntered) leaveMemory();
    engine.note(this, settlement.kind);
    if (settlement.kind === 'abandoned') {
      this.isAbandoned = true;
      this.#yields?.giveUp();
      engine.abandoned(this);
    } else if (settlement.error !== undefined) tellLate(this, settlement.error);
    engine.freed(this);
  }

  #ask(asked: InputRequired | undefined): void {
    const { round, tool } = this.call;
    if (!round) throw setupError(`Expected ${tool.definition.name} to be .interactive(), since it asks its user.`);
    this.#end();
    round.onAsked(asked);
  }

  #complete(value: unknown): void {
    this.#end();
    this.call.onOutcome({ kind: 'complete', value });
  }

  #end(): void {
    this.isOver = true;
    this.holding.stopTimer();
    endChildren(this);
  }

  enter(phase: CallPhase): void {
    this.phase = phase;
    this.engine.note(this, phase);
  }

  /** A value that is there is not waited for: an `await` would keep a frame alive for nothing. */
  #goOn<T>(value: T | Promise<T>, stage: (this: RunningCall, value: T) => void): void {
    if (!(value instanceof Promise)) return stage.call(this, value);
    value.then((it: T) => stage.call(this, it)).catch((error: unknown) => this.onThrown(error));
  }

  #race<T>(value: T | Promise<T>): T | Promise<T> {
    return value instanceof Promise ? raceCancel(value, this.cancellation) : value;
  }
}
