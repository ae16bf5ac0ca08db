import type { Log } from '../handler/log.js';

// A flood must not become one in the log.
const quietMs = 60_000;

/** Tells the log of what anybody can make happen often: the first at once, and more once a minute, with their number. */
export class Seldom {
  readonly #log: Log;
  readonly #told = new Map<string, { atMs: number; count: number }>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** `reason`: one of a few, each of which is told by itself. */
  warn(reason: string, message: string, data: object): void {
    const nowMs = performance.now();
    let told = this.#told.get(reason);
    if (!told) this.#told.set(reason, (told = { atMs: Number.NEGATIVE_INFINITY, count: 0 }));
    told.count++;
    if (nowMs - told.atMs < quietMs) return;
    this.#log.warning(message, { ...data, refused: told.count });
    told.atMs = nowMs;
    told.count = 0;
  }
}
