import { setImmediate as turn } from 'node:timers/promises';

/** Bytes that are still in use after a turn of the event loop and a collection. */
export async function heldBytes() {
  await turn();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
