import type { CancelledError } from '../errors.js';
import { startTimer, unref, type Timer } from '../timer.js';
import type { Cancellation } from './cancellation.js';

/** How a body ended. `error` is what it threw after nobody waited for it any more. */
export type Settlement = { readonly kind: 'settled'; readonly error?: unknown } | { readonly kind: 'abandoned' };

/** A handler's run: its answer, and apart from it the end of its body. */
export interface Drive {
  /** Rejects with the cancel's reason at once. */
  readonly result: Promise<unknown>;
  /**
   * Never rejects. Settles when the body has ended, its `finally` blocks included,
   * or `graceMs` after the cancel. What the body holds is free from here on.
   */
  readonly settled: Promise<Settlement>;
}

/** Keeps slot and key until `work` has ended, too, whatever becomes of the answer. */
export type Hold = (work: Promise<unknown>) => void;

/**
 * Runs a body against a cancel. One promise for the whole run: racing each step
 * would hold one reaction a step for as long as the call lives.
 *
 * Source: 2026-07-28, Cancellation, Behavior Requirements.
 */
export function startDrive(run: (hold: Hold) => Promise<unknown>, cancellation: Cancellation, graceMs: number): Drive {
  let settle!: (settlement: Settlement) => void;
  const settled = new Promise<Settlement>((resolve) => (settle = resolve));
  const held: Promise<unknown>[] = [];
  const result = new Promise<unknown>((resolve, reject) => {
    let graceTimer: Timer | undefined;
    const unlisten = cancellation.onCancel((reason: CancelledError) => {
      reject(reason);
      graceTimer = unref(startTimer(() => settle({ kind: 'abandoned' }), graceMs));
    });
    const end = async (settlement: Settlement): Promise<void> => {
      if (held.length > 0) await Promise.allSettled(held);
      unlisten();
      clearTimeout(graceTimer);
      settle(settlement);
    };
    run((work) => held.push(work)).then(
      (value) => {
        resolve(value);
        void end({ kind: 'settled' });
      },
      (error: unknown) => {
        reject(error);
        const { reason } = cancellation;
        void end(reason && !isEcho(error, reason) ? { kind: 'settled', error } : { kind: 'settled' });
      },
    );
  });
  return { result, settled };
}

/** Whether an error is only the cancel coming back: many libraries wrap the reason or throw an abort error of their own. */
function isEcho(error: unknown, reason: CancelledError): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, cause } = error as { name?: unknown; cause?: unknown };
  return error === reason || cause === reason || name === 'AbortError' || name === 'TimeoutError';
}
