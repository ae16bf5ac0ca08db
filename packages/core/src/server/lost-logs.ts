import type { Log } from '../handler/log.js';

/** Counts the log messages that a client has not got, and tells the server's own log: once for each stall. */
export class LostLogs {
  readonly #log: Log;
  readonly #message: string;
  #count = 0;

  constructor(log: Log, why = 'they came faster than the client reads') {
    this.#log = log;
    this.#message = lostMessage(why);
  }

  /** True for the first since the last `tell`. */
  add(): boolean {
    return ++this.#count === 1;
  }

  /** The stall is over, or the client gone. */
  tell(): void {
    const lost = this.#count;
    this.#count = 0;
    if (lost > 0) this.#log.warning(this.#message, { lost });
  }
}

export const lostMessage = (why: string): string => `log messages were lost: ${why}`;
