import { setImmediate } from 'node:timers/promises';

/**
 * Lets the event loop turn once, then throws the reason of the signal if it has fired.
 *
 * Long work calls this between its steps: a cancel that has arrived meanwhile is read from the wire during the turn
 * and lands before the next step begins.
 */
export async function nextTurn(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await setImmediate();
  signal.throwIfAborted();
}
