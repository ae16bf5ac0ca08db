import { setImmediate as turn } from 'node:timers/promises';

/** Waits for what comes true by itself soon; fails after ten seconds. */
export async function until(isTrue: () => boolean): Promise<void> {
  const endsAtMs = performance.now() + 10_000;
  while (!isTrue()) {
    if (performance.now() > endsAtMs) throw new Error(`It did not come true: ${String(isTrue)}`);
    await turn();
  }
}
