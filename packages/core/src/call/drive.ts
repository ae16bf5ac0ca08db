import type { CancelledError } from '../errors.js';
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

/**
 * Runs a body against a cancel. One promise for the whole run: racing each step
 * would hold one reaction a step for as long as the call lives.
 *
 * Source: 2026-07-28, Cancellation, Behavior Requirements.
 */
export function startDrive(run: () => Promise<unknown>, cancellation: Cancellation, graceMs: number): Drive {
  let settle!: (settlement: Settlement) => void;
  const settled = new Promise<Settlement>((resolve) => (settle = resolve));
  const result = new Promise<unknown>((resolve, reject) => {
    let graceTimer: ReturnType<typeof setTimeout> | undefined;
    const unlisten = cancellation.onCancel((reason: CancelledError) => {
      reject(reason);
      graceTimer = setTimeout(() => settle({ kind: 'abandoned' }), graceMs);
    });
    const end = (settlement: Settlement): void => {
      unlisten();
      clearTimeout(graceTimer);
      settle(settlement);
    };
    run().then(
      (value) => {
        resolve(value);
        end({ kind: 'settled' });
      },
      (error: unknown) => {
        reject(error);
        const isAfterCancel = cancellation.reason !== undefined && error !== cancellation.reason;
        end(isAfterCancel ? { kind: 'settled', error } : { kind: 'settled' });
      },
    );
  });
  return { result, settled };
}
