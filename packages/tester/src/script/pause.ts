import { failureOfAbort } from './to-failure.js';

/** Waits. Rejects with the failure that the signal stands for as soon as it fires. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const isOver = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await untilAborted(isOver, signal);
  } finally {
    clearTimeout(timer);
  }
}

/** The same promise, given up when the signal fires. For waits that leave nothing on the wire. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(failureOfAbort(signal));
    if (signal.aborted) return giveUp();
    signal.addEventListener('abort', giveUp);
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
