/** Throws unless a promise is kept. `what` is only made when it is not. */
export function must(isKept: boolean, what: () => string): asserts isKept {
  if (!isKept) throw new Error(what());
}
