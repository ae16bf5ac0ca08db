import { createInterface, type Interface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Lines of a stream, one at a time and none lost; the stream is touched when the first is wanted. */
export class LineReader {
  readonly #stream: Readable;
  #lines: AsyncIterator<string> | undefined;
  #interface: Interface | undefined;

  constructor(stream: Readable) {
    this.#stream = stream;
  }

  /** Without line feed; undefined at the end. */
  async next(): Promise<string | undefined> {
    this.#interface ??= createInterface({ input: this.#stream, crlfDelay: Infinity });
    this.#lines ??= this.#interface[Symbol.asyncIterator]();
    const { done, value } = await this.#lines.next();
    return done ? undefined : value;
  }

  /** Lets the process end. */
  close(): void {
    this.#interface?.close();
    if (this.#interface) this.#stream.pause();
  }
}
