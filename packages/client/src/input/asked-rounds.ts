import type { RequestId } from '@mcpfusion/protocol';

/** How often one call may ask before it is given up, where nothing else is said. In 2026 these are its retries. */
export const defaultMaxRounds = 8;

/** So many questions on average may stand in one round. */
const questionsARound = 16;

/**
 * 2025: how often a call has asked. Questions that are open at the same time are one round, as they would be one result
 * in 2026; a question that may be of several calls is counted for each, and each call that it may be of has its share.
 */
export class AskedRounds {
  readonly #maxRounds: number;
  readonly #mayBeOf = new Set<RequestId>();
  #rounds = 0;
  #questions = 0;
  #open = 0;

  constructor(maxRounds = defaultMaxRounds) {
    this.#maxRounds = maxRounds;
  }

  /** One more question, of one of these calls. False: it is one too many. */
  add(callIds: readonly RequestId[]): boolean {
    for (const id of callIds) this.#mayBeOf.add(id);
    if (this.#open === 0) this.#rounds++;
    this.#open++;
    this.#questions++;
    const limit = this.#maxRounds * this.#mayBeOf.size;
    return this.#rounds <= limit && this.#questions <= limit * questionsARound;
  }

  answered(): void {
    this.#open--;
  }
}
