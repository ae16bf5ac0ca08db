/** Counts the log messages that go to one client. The seconds are its own: each begins with a message. */
export class LogMeter {
  readonly #maxPerSecond: number;
  #beganAtMs = Number.NEGATIVE_INFINITY;
  #count = 0;

  constructor(maxPerSecond: number) {
    this.#maxPerSecond = maxPerSecond;
  }

  /** Whether one more may go out. It counts then. */
  take(): boolean {
    const nowMs = performance.now();
    if (nowMs - this.#beganAtMs >= 1_000) {
      this.#beganAtMs = nowMs;
      this.#count = 0;
    }
    if (this.#count >= this.#maxPerSecond) return false;
    this.#count++;
    return true;
  }
}
