import type { Pipe } from '../server/connection.js';
import { onStdout, writeStdout } from './stdout.js';

// As much unsent in one turn of the event loop counts as pressure.
const turnBytes = 64 * 1024;

/** Frames as lines on stdout: those of one turn of the event loop go out in one write. */
export class StdoutPipe implements Pipe {
  #queue = '';
  #isScheduled = false;
  #isBlocked = false;
  #drains: (() => void)[] = [];

  write(json: string): void {
    this.#queue += `${json}\n`;
    if (this.#isScheduled || this.#isBlocked) return;
    this.#isScheduled = true;
    setImmediate(() => this.flush());
  }

  isPressed(): boolean {
    return this.#isBlocked || this.#queue.length > turnBytes;
  }

  whenDrained(callback: () => void): void {
    this.#drains.push(callback);
  }

  flush(): void {
    this.#isScheduled = false;
    if (this.#isBlocked) return;
    const text = this.#queue;
    this.#queue = '';
    if (text !== '' && !writeStdout(text)) {
      this.#isBlocked = true;
      return onStdout('drain', () => {
        this.#isBlocked = false;
        this.flush();
      });
    }
    const drains = this.#drains;
    this.#drains = [];
    for (const drain of drains) drain();
  }
}
