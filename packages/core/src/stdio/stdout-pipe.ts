import type { Pipe } from '../server/pipe-outlet.js';
import { onStdout, stdoutFlushed, unsentStdout, writeStdout } from './stdout.js';

// As much unsent in one turn of the event loop counts as pressure.
const turnBytes = 64 * 1024;

type Callbacks = readonly (() => void)[];

/** Frames as lines on stdout: those of one turn of the event loop go out in one write. */
export class StdoutPipe implements Pipe {
  #queue = '';
  /** To be called when the queue has been taken. */
  #drains: (() => void)[] = [];
  /** Those of the write that stdout has not taken yet. */
  #blocked: Callbacks | undefined;
  #isScheduled = false;
  #isClosed = false;

  write(json: string): void {
    if (this.#isClosed) return;
    this.#queue += `${json}\n`;
    if (this.#isScheduled || this.#blocked) return;
    this.#isScheduled = true;
    setImmediate(() => this.#flush());
  }

  get unsentBytes(): number {
    return this.#isClosed ? 0 : this.#queue.length + unsentStdout();
  }

  isPressed(): boolean {
    return this.#blocked !== undefined || this.#queue.length > turnBytes;
  }

  whenDrained(callback: () => void): void {
    if (this.#isClosed) callback();
    else this.#drains.push(callback);
  }

  /** Resolves when the system has taken everything. */
  async flushed(): Promise<void> {
    do {
      this.#flush();
      await stdoutFlushed();
    } while (this.#queue !== '');
  }

  /** The reader is gone: nothing is written any more, and nobody waits. */
  close(): void {
    this.#isClosed = true;
    this.#queue = '';
    this.#unblock();
  }

  #flush(): void {
    this.#isScheduled = false;
    if (this.#blocked) return;
    const [text, drains] = [this.#queue, this.#drains];
    this.#queue = '';
    this.#drains = [];
    if (text === '' || writeStdout(text)) return callAll(drains);
    this.#blocked = drains;
    onStdout('drain', () => this.#unblock());
  }

  #unblock(): void {
    const drains = this.#blocked ?? [];
    this.#blocked = undefined;
    callAll(drains);
    this.#flush();
  }
}

function callAll(callbacks: Callbacks): void {
  for (const callback of callbacks) callback();
}
