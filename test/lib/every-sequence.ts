/** All sequences of up to `length` events, the empty one included. */
export function* everySequence<TEvent>(events: readonly TEvent[], length: number): Generator<readonly TEvent[]> {
  if (length === 0) return yield [];
  for (const head of everySequence(events, length - 1)) {
    yield head;
    if (head.length === length - 1) for (const event of events) yield [...head, event];
  }
}
