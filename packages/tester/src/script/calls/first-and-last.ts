/** As many of each end are kept. */
const maxItems = 1_000;
/** And together with no more text than this at each end, but for the newest, which is always kept. */
const maxChars = 8 * 1024 * 1024;

/** What came, in order: all are counted, the first thousand and the last thousand are kept. */
export class FirstAndLast<T> {
  readonly #charsOf: (item: T) => number;
  readonly #first: T[] = [];
  readonly #last: T[] = [];
  #firstChars = 0;
  #lastChars = 0;
  #count = 0;

  /** `charsOf` says about how much text an item holds. */
  constructor(charsOf: (item: T) => number) {
    this.#charsOf = charsOf;
  }

  /** How many came. */
  get count(): number {
    return this.#count;
  }

  /** How many of them are no longer here: they came between the first and the last. */
  get dropped(): number {
    return this.#count - this.#first.length - this.#last.length;
  }

  /** Oldest first. */
  get kept(): readonly T[] {
    return [...this.#first, ...this.#last];
  }

  add(item: T): void {
    const chars = this.#charsOf(item);
    this.#count++;
    const isFull = this.#first.length >= maxItems || this.#firstChars + chars > maxChars;
    if (this.#last.length === 0 && !isFull) {
      this.#first.push(item);
      this.#firstChars += chars;
      return;
    }
    this.#last.push(item);
    this.#lastChars += chars;
    while (this.#last.length > maxItems || (this.#lastChars > maxChars && this.#last.length > 1)) {
      this.#lastChars -= this.#charsOf(this.#last.shift() as T);
    }
  }
}
