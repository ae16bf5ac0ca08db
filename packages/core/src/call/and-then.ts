/**
 * `next` with the value: now, or when the promise has it. An `await` would wait a
 * turn, and keep a frame alive, even when there is nothing to wait for.
 */
export function andThen<T, U>(value: T | Promise<T>, next: (value: T) => U | Promise<U>): U | Promise<U> {
  // oxlint-disable-next-line promise/no-callback-in-promise -- the whole point
  return value instanceof Promise ? value.then(next) : next(value);
}
