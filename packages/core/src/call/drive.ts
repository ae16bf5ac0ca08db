import type { CancelledError } from '../errors.js';
import { startTimer, unref, type Timer } from '../timer.js';
import type { Cancellation } from './cancellation.js';

/** How a body ended. `error` is what it threw after nobody waited for it any more. */
export type Settlement = { readonly kind: 'settled'; readonly error?: unknown } | { readonly kind: 'abandoned' };

/** Keeps slot and key until `work` has ended, too, whatever becomes of the answer. */
export type Hold = (work: Promise<unknown>) => void;

export interface DriveOptions {
  readonly cancellation: Cancellation;
  /** How long a cancelled body may take to leave before it is given up, in ms. */
  readonly graceMs: number;
  /**
   * Called once, when the body has ended, its `finally` blocks included, or `graceMs`
   * after the cancel. What the body holds is free from here on.
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
  const held: Promise<unknown>[] = [];
  let work: unknown;
  try {
    work = run((one) => held.push(one));
  } catch (error) {
    options.onSettled({ kind: 'settled' });
    throw error;
  }
  if (work instanceof Promise) return follow(work, held, options);
  options.onSettled({ kind: 'settled' });
  return work;
}

function follow(
  work: Promise<unknown>,
  held: readonly Promise<unknown>[],
  { cancellation, graceMs, onSettled }: DriveOptions,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let graceTimer: Timer | undefined;
    let isSettled = false;
    const settle = (settlement: Settlement): void => {
      if (isSettled) return;
      isSettled = true;
      onSettled(settlement);
    };
    const unlisten = cancellation.onCancel((reason) => {
      reject(reason);
      graceTimer = unref(startTimer(() => settle({ kind: 'abandoned' }), graceMs));
    });
    const end = (settlement: Settlement): void => {
      unlisten();
      clearTimeout(graceTimer);
      settle(settlement);
    };
    const endAll = (settlement: Settlement): void => {
      if (held.length === 0) end(settlement);
      else void Promise.allSettled(held).then(() => end(settlement));
    };
    work.then(
      (value) => {
        resolve(value);
        endAll({ kind: 'settled' });
      },
      (error: unknown) => {
        reject(error);
        const { reason } = cancellation;
        endAll(reason && !isEcho(error, reason) ? { kind: 'settled', error } : { kind: 'settled' });
      },
    );
  });
}

/** Whether an error is only the cancel coming back: many libraries wrap the reason or throw an abort error of their own. */
function isEcho(error: unknown, reason: CancelledError): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, cause } = error as { name?: unknown; cause?: unknown };
  return error === reason || cause === reason || name === 'AbortError' || name === 'TimeoutError';
}
