/** The end of a text that may be long: at least `maxChars`, at most twice that, is kept. */
export class Tail {
  readonly #maxChars: number;
  #text = '';

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  push(text: string): void {
    this.#text += text;
    if (this.#text.length > this.#maxChars * 2) this.#text = this.#text.slice(-this.#maxChars);
  }

  get text(): string {
    return this.#text.slice(-this.#maxChars);
  }

  /** The last lines that are not blank. */
  lines(count: number): string[] {
    const lines = this.text.split('\n').map((line) => line.trimEnd());
    return lines.filter((line) => line !== '').slice(-count);
  }
}
