import { Tail, type Frame } from '@mcpfusion/client';

const tailChars = 8 * 1024;

/** What a server has written that is no message: kept in bounds, for the texts of failures. */
export class ServerOutput {
  readonly #stderr = new Tail(tailChars);
  #stderrChars = 0;
  #noiseCount = 0;
  #firstNoise: string | undefined;

  stderr(text: string): void {
    this.#stderrChars += text.length;
    this.#stderr.push(text);
  }

  frame({ direction, http, message, raw }: Frame): void {
    if (direction !== 'in' || http || message?.kind !== 'invalid') return;
    this.#noiseCount++;
    this.#firstNoise ??= raw.slice(0, 1_000);
  }

  /** Lines of stdout that are no JSON-RPC messages. */
  get noiseCount(): number {
    return this.#noiseCount;
  }

  get firstNoise(): string | undefined {
    return this.#firstNoise;
  }

  get stderrChars(): number {
    return this.#stderrChars;
  }

  /** The last lines that are not blank, each cut at 400 characters. */
  get stderrTail(): string {
    return this.#stderr
      .lines(10)
      .map((line) => (line.length > 400 ? `…${line.slice(-400)}` : line))
      .join('\n');
  }
}
