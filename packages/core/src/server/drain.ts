import { CancelledError, setupError } from '../errors.js';
import { check, type Checks } from './check-options.js';
import type { Exchange } from './exchange.js';

export interface CloseOptions {
  /** How long running calls may take to end by themselves, and then slow readers to read, in ms. Default 10000. */
  readonly drainMs?: number;
}

export const closeChecks: Checks<CloseOptions> = { drainMs: check.duration };

export const defaultDrainMs = 10_000;

/** How long readers may take to read what is left when all calls have ended: `drainMs`, at least 2 s. */
export function readMs({ drainMs = defaultDrainMs }: CloseOptions = {}): number {
  return Math.max(drainMs, 2_000);
}

/** No transport is opened on a server that has begun to close: nothing would close it again. */
export function checkOpen({ isClosing }: { readonly isClosing: boolean }): void {
  if (isClosing) throw setupError('Expected a server that is open, got one that is closing or closed.');
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
  { drainMs = defaultDrainMs }: CloseOptions = {},
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
