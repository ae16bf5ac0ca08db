import { CancelledError } from '../errors.js';
import type { Exchange } from './exchange.js';

export interface CloseOptions {
  /** How long running calls may take to end by themselves, in ms. Default 10000. */
  readonly drainMs?: number;
}

export interface Draining {
  /** What still waits for an answer. */
  readonly exchanges: ReadonlySet<Exchange>;
  /** All bodies have settled, those of cancelled calls included. */
  readonly isSettled: () => boolean;
  readonly graceMs: number;
}

/** Waits for running calls, then ends them with `SHUTTING_DOWN`, then waits for their clean-up. */
export async function drain(
  { exchanges, isSettled, graceMs }: Draining,
  { drainMs = 10_000 }: CloseOptions = {},
): Promise<void> {
  const isIdle = (): boolean => exchanges.size === 0 && isSettled();
  await until(isIdle, drainMs);
  for (const exchange of exchanges) exchange.abort(new CancelledError('shutdown', 'The server is shutting down.'));
  await until(isIdle, graceMs);
}

/** Polls, since shutting down is no hot path and polling needs no hooks in one. */
export async function until(isDone: () => boolean, timeoutMs: number): Promise<void> {
  const endsAtMs = performance.now() + timeoutMs;
  while (!isDone() && performance.now() < endsAtMs) await new Promise((resolve) => setTimeout(resolve, 5));
}
