import { startTimer, type Timer } from '../timer.js';
import { raceCancel, type Cancellation } from './cancellation.js';

/** Calls inside one call that run, and are no queries. */
export class OpenChanges {
  readonly #open = new Set<Promise<unknown>>();

  add(work: Promise<unknown>): void {
    this.#open.add(work);
    const forget = (): void => void this.#open.delete(work);
    work.then(forget, forget);
  }

  /**
   * What is made there should be known before the call around is left, or it would be made again. But one may end only
   * with the answer: it is waited for no longer than `mostMs`, and ended then.
   */
  async end(cancellation: Cancellation, mostMs: number): Promise<void> {
    if (this.#open.size === 0) return;
    let timer: Timer | undefined;
    const isTime = new Promise<void>((resolve) => (timer = startTimer(resolve, mostMs)));
    try {
      await raceCancel(Promise.race([this.#allEnded(), isTime]), cancellation);
    } finally {
      clearTimeout(timer);
    }
  }

  async #allEnded(): Promise<void> {
    while (this.#open.size > 0) await Promise.allSettled(this.#open);
  }
}
