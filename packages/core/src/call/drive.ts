import type { CancelledError } from '../errors.js';
import { startTimer, unref, type Timer } from '../timer.js';
import type { Cancellation, CancelListener } from './cancellation.js';
import type { Ending } from './drive-generator.js';

/** How a body ended. `error` is what it threw after nobody waited for it any more. */
export type Settlement = { readonly kind: 'settled'; readonly error?: unknown } | { readonly kind: 'abandoned' };

/** The call that a body runs for. */
export interface DriveHost {
  readonly cancellation: Cancellation;
  /** How long what is left may take to end after the cancel or the answer before it is given up, in ms. */
  readonly graceMs: number;
  /** Starts the body. */
  body(): unknown;
  /** The body's value. Of this and `onThrown` one is called, once. Must not throw. */
  onValue(value: unknown): void;
  /** What the body threw, or the cancel's reason, at once. */
  onThrown(error: unknown): void;
  /**
   * Called once, when the body and all that it holds have ended, `finally` blocks
   * included, or `graceMs` after the cancel or the answer. What they hold is free from here on.
   */
  onSettled(settlement: Settlement): void;
}

/**
 * Runs one body against a cancel. Its answer and its end are two things: a cancel
 * answers at once, and the end waits for the body. One reaction for the whole run:
 * racing each step would hold one a step for as long as the call lives.
 *
 * Source: 2026-07-28, Cancellation, Behavior Requirements.
 */
export class Drive implements CancelListener {
  readonly #host: DriveHost;
  /** The body, and the held work that has not ended. */
  #open = 1;
  #isAnswered = false;
  #hasBodyEnded = false;
  #isSettled = false;
  #lateError: unknown;
  #graceTimer: Timer | undefined;
  /** What it is left with, and must be answered with though its `finally` blocks hang. */
  #leftWith: Ending | undefined;

  constructor(host: DriveHost) {
    this.#host = host;
  }

  /** Nothing of the body may start any more: slot and key may be somebody else's. */
  get hasBodyEnded(): boolean {
    return this.#hasBodyEnded;
  }

  /** A body that waits for nothing has answered when this returns. */
  run(): void {
    let work: unknown;
    try {
      work = this.#host.body();
      if (work instanceof Promise) return this.#follow(work);
    } catch (error) {
      return this.#threw(error);
    }
    this.#gave(work);
  }

  /** Keeps slot and key until `work` has ended, too, whatever becomes of the answer. */
  hold(work: Promise<unknown>): void {
    this.#open++;
    const leave = (): void => this.#leave();
    work.then(leave, leave);
  }

  /** The body has been told to leave: that is the answer at the latest after the grace period. */
  leaving(ending: Ending): void {
    this.#leftWith = ending;
    this.#startGrace();
  }

  /** It has left: what goes on around it may take its time. */
  left(): void {
    this.#leftWith = undefined;
    if (this.#isAnswered) return;
    clearTimeout(this.#graceTimer);
    this.#graceTimer = undefined;
  }

  onCancel(reason: CancelledError): void {
    this.#isAnswered = true;
    this.#startGrace();
    this.#host.onThrown(reason);
  }

  #follow(work: Promise<unknown>): void {
    work.then(
      (value) => this.#gave(value),
      (error: unknown) => this.#threw(error),
    );
    this.#host.cancellation.listen(this);
  }

  #gave(value: unknown): void {
    this.#host.cancellation.unlisten(this);
    if (!this.#isAnswered) this.#host.onValue(value);
    this.#bodyEnded();
  }

  #threw(error: unknown): void {
    const { cancellation } = this.#host;
    const { reason } = cancellation;
    cancellation.unlisten(this);
    if (!this.#isAnswered) this.#host.onThrown(error);
    else if (reason && !isEcho(error, reason)) this.#lateError = error;
    this.#bodyEnded();
  }

  #bodyEnded(): void {
    this.#hasBodyEnded = true;
    this.#leave();
    if (this.#open > 0) this.#startGrace();
  }

  #startGrace(): void {
    if (this.#isSettled) return;
    this.#graceTimer ??= unref(startTimer(() => this.#settle({ kind: 'abandoned' }), this.#host.graceMs));
  }

  #leave(): void {
    if (--this.#open > 0) return;
    this.#settle(this.#lateError === undefined ? settled : { kind: 'settled', error: this.#lateError });
  }

  #answerWith(ending: Ending | undefined): void {
    if (!ending) return;
    this.#isAnswered = true;
    this.#host.cancellation.unlisten(this);
    if ('error' in ending) this.#host.onThrown(ending.error);
    else this.#host.onValue(ending.value);
  }

  #settle(settlement: Settlement): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    clearTimeout(this.#graceTimer);
    if (!this.#isAnswered && !this.#hasBodyEnded) this.#answerWith(this.#leftWith);
    this.#host.onSettled(settlement);
  }
}

const settled: Settlement = Object.freeze({ kind: 'settled' });

/** Whether an error is only the cancel coming back: many libraries wrap the reason or throw an abort error of their own. */
function isEcho(error: unknown, reason: CancelledError): boolean {
  if (typeof error !== 'object' || error === null) return false;
  try {
    const { name, cause } = error as { name?: unknown; cause?: unknown };
    return error === reason || cause === reason || name === 'AbortError' || name === 'TimeoutError';
  } catch {
    return false;
  }
}
