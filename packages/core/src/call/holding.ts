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

  constructor(running: RunningCall) {
    this.#running = running;
  }

  begin(release: Release): void {
    this.#release = release;
    const { engine, call } = this.#running;
    const { timeoutMs } = call.tool.definition;
    if (timeoutMs === undefined) return;
    this.#timerAtMs = performance.now();
    this.#timer = startTimer(() => engine.timeOut(this.#running), timeoutMs - this.#ranMs);
  }

  /** A call inside asks a person: until as many `resume` nothing is held, and no time counts. */
  pause(): void {
    this.#asking++;
    if (!this.#release) return;
    this.#ranMs += performance.now() - this.#timerAtMs;
    this.stopTimer();
    this.free();
  }

  /** Waits until no call inside asks any more, and then for slot and key again, behind the others. */
  async resume(input: unknown): Promise<void> {
    this.#asking--;
    if (this.#asking === 0) this.#wake();
    while (!this.#release && !this.#running.isOver) {
      if (this.#asking > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
      else await (this.#resuming ??= this.#acquire(input).finally(() => (this.#resuming = undefined)));
    }
  }

  /** For what undoes something when the call was cancelled while it asked. `cancellation` ends the waiting, since that of the call is over. */
  async takeAgain(input: unknown, cancellation: Cancellation): Promise<void> {
    if (this.#release) return;
    const release = await this.#running.engine.acquire(this.#running, input, true, cancellation);
    if (this.#running.isAbandoned) release();
    else this.#release = release;
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

  async #acquire(input: unknown): Promise<void> {
    const release = await this.#running.engine.acquire(this.#running, input, true);
    // It may have been answered without waiting for the call inside, or another call inside asks by now.
    if (this.#running.isOver || this.#asking > 0) release();
    else this.begin(release);
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
