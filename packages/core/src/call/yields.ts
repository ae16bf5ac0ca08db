import { isCommand, isStep, type Command } from '../handler/commands.js';
import { isInputRequired } from '../handler/input-brands.js';
import { isProgressEvent, type ProgressEvent } from '../handler/progress.js';
import { watchRun, type RunWatch } from '../handler/run-watch.js';
import { commandIn, isYieldStar, yieldStarMissing } from '../handler/yield-star.js';
import { Advice } from './advice.js';
import { tellLate } from './call-end.js';
import { Commands } from './commands.js';
import type { Ending, Reply, StepHooks } from './drive-generator.js';
import { misplaced } from './failure.js';
import { InputNeeded } from './input-needed.js';
import type { RunningCall } from './run-call.js';

/** What one run of a generator yields, and what becomes of it. */
export class Yields implements StepHooks {
  readonly #running: RunningCall;
  #commands: Commands | undefined;
  readonly #watch: RunWatch | undefined;
  readonly #advice: Advice | undefined;
  #lastEvent: ProgressEvent | undefined;
  #cancelledAtMs: number | undefined;

  constructor(running: RunningCall) {
    this.#running = running;
    const { round } = running.call;
    if (!round) return;
    // What it has done in earlier rounds must be known from its first step on.
    this.#commands = new Commands(running);
    this.#watch = watchRun(round.input.memory);
    if (running.engine.isDevelopment) this.#advice = new Advice(running, this.#watch);
  }

  /** Of the last progress, if that can be read. */
  get lastMessage(): string | undefined {
    try {
      return this.#lastEvent?.message;
    } catch {
      return undefined;
    }
  }

  onYield(value: unknown): Reply | Promise<Reply> | undefined {
    this.#running.enter('yielded');
    if (isProgressEvent(value)) return this.#report(value);
    if (isCommand(value)) return this.#run(value);
    if (isInputRequired(value)) return endWith(misplaced('yielded'));
    if (isYieldStar(value)) return endWith(yieldStarMissing(commandIn(value)));
    return undefined;
  }

  onYieldAtEnd(value: unknown): Reply | Promise<Reply> | undefined {
    return isCommand(value) ? this.#open().runAtEnd(value) : undefined;
  }

  onReturn(value: unknown): unknown {
    this.#commands?.checkAllDone();
    // A charge that was not made, perhaps, or a question that was not put: the answer must not pass for one.
    const [forgotten] = this.#watch?.made ?? [];
    if (forgotten) throw yieldStarMissing(forgotten);
    return value;
  }

  onLeaving(ending: Ending, isEnd: boolean): void {
    if (!isEnd) this.#advice?.atLeaving();
    this.#running.leaving(ending, isEnd);
  }

  onLeft(): void {
    this.#advice?.atLeft();
    this.#running.left();
  }

  isKnown(value: unknown): boolean {
    const commands = this.#commands;
    if (!commands?.isBehind) return false;
    return this.#mayCatchUp() && (!isCommand(value) || commands.isKnown(value));
  }

  onYieldTooLate(value: unknown): Promise<Reply> | undefined {
    if (!isStep(value)) return undefined;
    if (value.cleansUp) return this.#open().runAtEnd(value);
    this.#advice?.atNotBegun(value);
    return undefined;
  }

  /** A person is asked: that is no work. */
  pause(): void {
    this.#advice?.pause();
  }

  resume(): void {
    this.#advice?.resume();
  }

  onLateError(error: unknown): void {
    // From a `ctx.call` that was passed over.
    if (InputNeeded.is(error)) return;
    tellLate(this.#running, error);
  }

  onFinally(phase: 'started' | 'ended'): void {
    this.#running.engine.note(this.#running, `finally ${phase}`);
  }

  isGivenUp(): boolean {
    return this.#running.isAbandoned;
  }

  /** Nobody waits for its `finally` blocks any more. */
  giveUp(): void {
    this.#commands?.giveUp();
  }

  /** Some of the grace period must be left for what it cleans up. */
  #mayCatchUp(): boolean {
    const { cancellation, graceMs } = this.#running;
    if (!cancellation.reason) return true;
    this.#cancelledAtMs ??= performance.now();
    return performance.now() - this.#cancelledAtMs < graceMs / 2;
  }

  /** What the client was told in an earlier round it is not told again, nor what only a caught `INPUT_REQUIRED` leads to. */
  #report(event: ProgressEvent): undefined {
    if (this.#commands?.isReplaying || this.#running.call.round?.hasOpenQuestion()) return;
    this.#lastEvent = event;
    this.#running.progress(event);
  }

  #run(command: Command): Promise<Reply> {
    const commands = this.#open();
    this.#watch?.made.delete(command);
    this.#advice?.before(command, commands.isReplaying);
    const replying = commands.run(command);
    return this.#advice ? this.#advice.during(replying) : replying;
  }

  #open(): Commands {
    return (this.#commands ??= new Commands(this.#running));
  }
}

function endWith(error: unknown): Reply {
  return { kind: 'leave', with: { error }, isEnd: true };
}
