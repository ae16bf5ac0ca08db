import { createInterface, type Interface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Lines of a stream, one at a time and none lost; the stream is touched when the first is wanted. */
export class LineReader {
  readonly #stream: Readable;
  #lines: AsyncIterator<string> | undefined;
  #interface: Interface | undefined;
  /** Asked for and not yet taken: who asked has given up waiting. */
  #pending: Promise<IteratorResult<string>> | undefined;

  constructor(stream: Readable) {
    this.#stream = stream;
  }

  /** Without line feed; undefined at the end. When the signal aborts it rejects, and the line is kept for the next. */
  async next(signal?: AbortSignal): Promise<string | undefined> {
    this.#interface ??= createInterface({ input: this.#stream, crlfDelay: Infinity });
    this.#lines ??= this.#interface[Symbol.asyncIterator]();
    this.#pending ??= this.#lines.next();
    const { done, value } = await orAborted(this.#pending, signal);
    this.#pending = undefined;
    return done ? undefined : value;
  }

  /** Lets the process end. */
  close(): void {
    this.#interface?.close();
    if (this.#interface) this.#stream.pause();
  }
}

function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason as Error);
    if (signal.aborted) return giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
