import { raceCancel, type Cancellation } from './cancellation.js';

/** Calls inside one call that run, and are no queries. */
export class OpenChanges {
  readonly #open = new Set<Promise<unknown>>();

  add(work: Promise<unknown>): void {
    this.#open.add(work);
    const forget = (): void => void this.#open.delete(work);
    work.then(forget, forget);
  }

  /** What is made there must be known before the call around is left, or it would be made again. */
  async end(cancellation: Cancellation): Promise<void> {
    while (this.#open.size > 0) await raceCancel(Promise.allSettled(this.#open), cancellation);
  }
}
