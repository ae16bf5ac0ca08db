/** How fast a value grows, from the first time it was seen to the last. */
export class Rate {
  #first: { readonly value: number; readonly atMs: number } | undefined;
  #last: { readonly value: number; readonly atMs: number } | undefined;

  add(value: number, atMs: number): void {
    this.#first ??= { value, atMs };
    this.#last = { value, atMs };
  }

  /** Undefined until two values at different times are known. */
  get perSecond(): number | undefined {
    if (!this.#first || !this.#last || this.#last.atMs <= this.#first.atMs) return undefined;
    return ((this.#last.value - this.#first.value) / (this.#last.atMs - this.#first.atMs)) * 1_000;
  }
}
