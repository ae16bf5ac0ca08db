import { createInterface, type Interface } from 'node:readline';
import type { Readable } from 'node:stream';

/** As many lines wait here; the others wait in the stream. */
const maxWaiting = 1_000;

/** As long it takes until what a terminal holds already is here. */
const drainMs = 50;

/** Lines of a stream, one at a time and none lost; the stream is touched when the first is wanted. */
export class LineReader {
  readonly #stream: Readable;
  readonly #lines: string[] = [];
  #interface: Interface | undefined;
  #isOver = false;
  /** Those who wait for a line. */
  readonly #waiting: (() => void)[] = [];

  constructor(stream: Readable) {
    this.#stream = stream;
  }

  /** Without line feed; undefined at the end. When the signal aborts it rejects, and the line is kept for the next. */
  async next(signal?: AbortSignal): Promise<string | undefined> {
    this.#open();
    while (this.#lines.length === 0 && !this.#isOver) await orAborted(this.#change(), signal);
    signal?.throwIfAborted();
    const line = this.#lines.shift();
    if (this.#lines.length === 0 && !this.#isOver) this.#interface?.resume();
    return line;
  }

  /** Forgets the lines that were typed before this. The end of the stream stays. */
  async forget(signal?: AbortSignal): Promise<void> {
    this.#open();
    const drained = new Promise<void>((resolve) => {
      setTimeout(resolve, drainMs);
    });
    await orAborted(drained, signal);
    this.#lines.length = 0;
    if (!this.#isOver) this.#interface?.resume();
  }

  /** Lets the process end. */
  close(): void {
    this.#interface?.close();
    if (this.#interface) this.#stream.pause();
  }

  #open(): void {
    if (this.#interface) return;
    this.#interface = createInterface({ input: this.#stream, crlfDelay: Infinity });
    this.#interface.on('line', (line) => {
      this.#lines.push(line);
      if (this.#lines.length >= maxWaiting) this.#interface?.pause();
      this.#wake();
    });
    this.#interface.on('close', () => {
      this.#isOver = true;
      this.#wake();
    });
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
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
