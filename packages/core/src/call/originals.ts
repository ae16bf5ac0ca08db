const originals = new WeakMap<Error, unknown>();

/** A handler must not see what a step really threw: in the next round only its record is left. The log must. */
export function keepOriginal(error: Error, original: unknown): void {
  originals.set(error, original);
}

/** For the log: what was thrown, and as its cause what it stands for. A copy: a handler around the call may still have it. */
export function withOriginal(thrown: unknown): unknown {
  // Before anything else: what a handler throws may refuse to be looked at, and is then none of ours.
  if (!originals.has(thrown as Error)) return thrown;
  return copyWith(thrown as Error);
}

function copyWith(thrown: Error): unknown {
  const copy: unknown = Object.create(
    Object.getPrototypeOf(thrown) as object,
    Object.getOwnPropertyDescriptors(thrown),
  );
  const hidden = { configurable: true, writable: true };
  return Object.defineProperties(copy, {
    // A getter of the platform would find no stack in a copy.
    stack: { value: thrown.stack, ...hidden },
    cause: { value: originals.get(thrown), ...hidden },
  });
}
