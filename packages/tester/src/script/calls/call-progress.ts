import type { ProgressParams } from '@mcpfusion/protocol';
import { FirstAndLast } from './first-and-last.js';

/** The progress of a call. What is asked of all of it is judged as it comes. */
export class CallProgress extends FirstAndLast<ProgressParams> {
  #last: number | undefined;
  #notIncreasingAt: number | undefined;

  constructor() {
    super(({ message }) => (typeof message === 'string' ? message.length : 0));
  }

  /** The first that was not greater than the one before, counted from 1. */
  get notIncreasingAt(): number | undefined {
    return this.#notIncreasingAt;
  }

  /** The call goes on in another request (2026): its progress begins anew. */
  restart(): void {
    this.#last = undefined;
  }

  override add(params: ProgressParams): void {
    super.add(params);
    if (this.#last !== undefined && !(params.progress > this.#last)) this.#notIncreasingAt ??= this.count;
    this.#last = params.progress;
  }
}
