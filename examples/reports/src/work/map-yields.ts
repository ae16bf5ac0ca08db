/**
 * For `yield*`: gives `change(step)` for each step of `inner`, and returns what `inner` returns. Leaving early leaves
 * `inner` too, so its `finally` blocks run.
 */
export async function* mapYields<TStep, TChanged, TReturn>(
  inner: AsyncGenerator<TStep, TReturn, undefined>,
  change: (step: TStep) => TChanged,
): AsyncGenerator<TChanged, TReturn, undefined> {
  try {
    for (;;) {
      const step = await inner.next();
      if (step.done === true) return step.value;
      yield change(step.value);
    }
  } finally {
    // A generator that has ended ignores this; nobody reads the value.
    await inner.return(undefined as never);
  }
}
