import { startTimer, type Timer } from '../timer.js';
import type { Cancellation } from './cancellation.js';
import type { RunningCall } from './run-call.js';
import type { Release } from './scheduler.js';

/** What one run holds while it runs: its slot and key, and its running time. */
export class Holding {
  readonly #running: RunningCall;
  #release: Release | undefined;
  #timer: Timer | undefined;
  #timerAtMs = 0;
  #ranMs = 0;
  #resuming: Promise<void> | undefined;
  /** Calls inside that wait for a person, and those that have their answer and wait for the others. */
  #asking = 0;
  #waiting: (() => void)[] = [];
  #isStepping = false;
  #input: unknown;

  constructor(running: RunningCall) {
    this.#running = running;
  }

  begin(release: Release, input: unknown): void {
    this.#input = input;
    this.#release = release;
    const { engine, call } = this.#running;
    const { timeoutMs } = call.tool.definition;
    if (timeoutMs === undefined) return;
    this.#timerAtMs = performance.now();
    this.#timer = startTimer(() => engine.timeOut(this.#running), timeoutMs - this.#ranMs);
  }

  /**
   * A call inside asks a person: until as many `resume` nothing is held, and no time counts. But a step that runs beside
   * it keeps what it holds; `isInStep`: it is this step that asks.
   */
  pause(isInStep: boolean): void {
    this.#asking++;
    if (!this.#isStepping || isInStep) this.#rest();
  }

  /** Rejects as `resume` does. */
  async beginStep(): Promise<void> {
    this.#isStepping = true;
    try {
      while (!this.#release && !this.#running.isOver) await this.#take();
    } catch (error) {
      this.#isStepping = false;
      throw error;
    }
  }

  endStep(): void {
    this.#isStepping = false;
    if (this.#asking > 0) this.#rest();
  }

  /** Waits until no call inside asks any more, and then for slot and key again, behind the others. */
  async resume(): Promise<void> {
    this.#asking--;
    if (this.#asking === 0) this.#wake();
    while (!this.#release && !this.#running.isOver) {
      if (this.#asking > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
      else await this.#take();
    }
  }

  /**
   * For what undoes something when the call was cancelled while it asked. `cancellation` ends the waiting, since that of
   * the call is over; rejects with its reason, also when that has fired before.
   */
  async takeAgain(cancellation: Cancellation): Promise<void> {
    cancellation.throwIfCancelled();
    if (this.#release) return;
    const release = await this.#running.engine.acquire(this.#running, this.#input, true, cancellation);
    if (cancellation.reason) release();
    cancellation.throwIfCancelled();
    this.#release = release;
  }

  get isHeld(): boolean {
    return this.#release !== undefined;
  }

  /** The answer is known. */
  stopTimer(): void {
    clearTimeout(this.#timer);
  }

  /** The body has settled. */
  free(): void {
    this.#release?.();
    this.#release = undefined;
  }

  async #acquire(): Promise<void> {
    const release = await this.#running.engine.acquire(this.#running, this.#input, true);
    // It may have been answered without waiting for the call inside, or another call inside asks by now.
    if (this.#running.isOver || (this.#asking > 0 && !this.#isStepping)) release();
    else this.begin(release, this.#input);
  }

  #take(): Promise<void> {
    return (this.#resuming ??= this.#acquire().finally(() => (this.#resuming = undefined)));
  }

  #rest(): void {
    if (!this.#release) return;
    this.#ranMs += performance.now() - this.#timerAtMs;
    this.stopTimer();
    this.free();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
