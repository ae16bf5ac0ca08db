import { inspect } from 'node:util';

/** What no run may leave behind: a fault that would have ended the process, and timers. */
const crashes: unknown[] = [];
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (cause: unknown) => void crashes.push(cause));
}

const timers = new Set<unknown>();
const { setTimeout: start, clearTimeout: stop, setInterval: startInterval, clearInterval: stopInterval } = globalThis;

/** Counts the timers that are made from here on, in whatever code. */
globalThis.setTimeout = Object.assign(
  (callback: (...args: unknown[]) => void, delayMs?: number, ...args: unknown[]) => {
    const timer = start(() => {
      timers.delete(timer);
      callback(...args);
    }, delayMs);
    timers.add(timer);
    return timer;
  },
  start,
) as typeof setTimeout;
globalThis.clearTimeout = (timer) => {
  timers.delete(timer);
  stop(timer);
};
globalThis.setInterval = Object.assign((...args: Parameters<typeof setInterval>) => {
  const timer = startInterval(...args);
  timers.add(timer);
  return timer;
}, startInterval) as typeof setInterval;
globalThis.clearInterval = (timer) => {
  timers.delete(timer);
  stopInterval(timer);
};

export const timerCount = (): number => timers.size;

/** Throws what would have ended the process since the last time. */
export function checkCrashes(): void {
  const [first] = crashes.splice(0);
  if (first !== undefined) throw new Error(`The process would have ended: ${inspect(first)}`, { cause: first });
}

/** One turn of the event loop. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Far more than any run needs on a busy machine: what takes longer hangs. */
const hangMs = 5_000;

/** Turns until it holds. `tell` says what is still not right when it never does. */
export async function until(holds: () => boolean, tell: () => string): Promise<void> {
  const endsAtMs = performance.now() + hangMs;
  while (!holds()) {
    if (performance.now() > endsAtMs) throw new Error(`It hangs: ${tell()}`);
    await turn();
  }
}
