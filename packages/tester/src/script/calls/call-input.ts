import type { AskedQuestion } from '@mcpfusion/client';
import { inputMethods } from '@mcpfusion/protocol';
import { FirstAndLast } from './first-and-last.js';

const charsOf = ({ params }: AskedQuestion): number => JSON.stringify(params).length;

/** What a call was asked for while it ran. On a shared channel in 2025 a question names no call: it is of all that run. */
export class CallInput {
  readonly elicitations = new FirstAndLast<AskedQuestion>(charsOf);
  readonly samplings = new FirstAndLast<AskedQuestion>(charsOf);
  /** 2026: results that asked for input. 2025: questions, since each is a request of its own. */
  rounds = 0;
  #failure: unknown;
  /** The call was given up. */
  isGivenUp = false;
  /** It was so between two requests (2026): nothing was running, and there was nothing to cancel. */
  wasBetweenRounds = false;
  readonly #onElicit: () => void;
  readonly #onRefused: (failure: unknown) => void;

  /** `onRefused` is told of each question that comes after one that could not be answered. */
  constructor(onElicit: () => void, onRefused: (failure: unknown) => void) {
    this.#onElicit = onElicit;
    this.#onRefused = onRefused;
  }

  /** The first question that could not be answered, and why. */
  get failure(): unknown {
    return this.#failure;
  }

  fail(failure: unknown): void {
    this.#failure ??= failure;
  }

  add(question: AskedQuestion): void {
    if (this.#failure !== undefined) this.#onRefused(this.#failure);
    if (question.method === inputMethods.sample) this.samplings.add(question);
    if (question.method !== inputMethods.elicit) return;
    this.elicitations.add(question);
    this.#onElicit();
  }
}
