import type { CancelledError } from '../errors.js';
import { startTimer, unref, type Timer } from '../timer.js';
import type { Cancellation } from './cancellation.js';

/** How a body ended. `error` is what it threw after nobody waited for it any more. */
export type Settlement = { readonly kind: 'settled'; readonly error?: unknown } | { readonly kind: 'abandoned' };

/** Keeps slot and key until `work` has ended, too, whatever becomes of the answer. */
export type Hold = (work: Promise<unknown>) => void;

export interface DriveOptions {
  readonly cancellation: Cancellation;
  /** How long what is left may take to end after the cancel or the answer before it is given up, in ms. */
  readonly graceMs: number;
  /**
   * Called once, when the body and all that it holds have ended, `finally` blocks
   * included, or `graceMs` after the cancel or the answer. What they hold is free from here on.
   */
  readonly onSettled: (settlement: Settlement) => void;
}

/**
 * Runs a body against a cancel and gives its value, or a promise of it that
 * rejects with the cancel's reason at once. One promise for the whole run:
 * racing each step would hold one reaction a step for as long as the call lives.
 *
 * Source: 2026-07-28, Cancellation, Behavior Requirements.
 */
export function startDrive(run: (hold: Hold) => unknown, options: DriveOptions): unknown {
  const end = new End(options);
  let work: unknown;
  try {
    work = run((one) => end.waitFor(one));
    if (work instanceof Promise) return follow(work, end, options.cancellation);
  } catch (error) {
    end.bodyEnded({ kind: 'settled' });
    throw error;
  }
  end.bodyEnded({ kind: 'settled' });
  return work;
}

function follow(work: Promise<unknown>, end: End, cancellation: Cancellation): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const unlisten = cancellation.onCancel((reason) => {
      reject(reason);
      end.startGrace();
    });
    work.then(
      (value) => {
        unlisten();
        resolve(value);
        end.bodyEnded({ kind: 'settled' });
      },
      (error: unknown) => {
        unlisten();
        reject(error);
        const { reason } = cancellation;
        end.bodyEnded(reason && !isEcho(error, reason) ? { kind: 'settled', error } : { kind: 'settled' });
      },
    );
  });
}

/** The end of a body and of all that it holds. */
class End {
  readonly #options: DriveOptions;
  /** The body, and the held work that has not ended. */
  #open = 1;
  #settlement: Settlement = { kind: 'settled' };
  #isSettled = false;
  #graceTimer: Timer | undefined;

  constructor(options: DriveOptions) {
    this.#options = options;
  }

  waitFor(work: Promise<unknown>): void {
    this.#open++;
    const leave = (): void => this.#leave();
    work.then(leave, leave);
  }

  bodyEnded(settlement: Settlement): void {
    this.#settlement = settlement;
    this.#leave();
    if (this.#open > 0) this.startGrace();
  }

  startGrace(): void {
    if (this.#isSettled) return;
    this.#graceTimer ??= unref(startTimer(() => this.#settle({ kind: 'abandoned' }), this.#options.graceMs));
  }

  #leave(): void {
    if (--this.#open === 0) this.#settle(this.#settlement);
  }

  #settle(settlement: Settlement): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    clearTimeout(this.#graceTimer);
    this.#options.onSettled(settlement);
  }
}

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
