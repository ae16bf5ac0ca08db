export type Timer = ReturnType<typeof setTimeout>;

/** Platforms take what is longer for 1 ms. About 24.8 days. */
export const longestMs = 2 ** 31 - 1;

/** `setTimeout` for durations that others give. Longer than 24.8 days, as `Infinity` is: no timer, it never fires. */
export function startTimer(callback: () => void, delayMs: number): Timer | undefined {
  return delayMs > longestMs ? undefined : setTimeout(callback, delayMs);
}

/** The same for `setInterval`. */
export function startInterval(callback: () => void, everyMs: number): Timer | undefined {
  return everyMs > longestMs ? undefined : setInterval(callback, everyMs);
}

/** Lets a process end while the timer runs, where there are processes. Gives the timer back. */
export function unref(timer: Timer | undefined): Timer | undefined {
  const { unref: release } = (timer ?? {}) as { unref?: unknown };
  if (typeof release === 'function') release.call(timer);
  return timer;
}
