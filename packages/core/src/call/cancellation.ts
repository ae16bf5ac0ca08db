import type { CancelledError } from '../errors.js';
import { openController } from './open-controller.js';

/**
 * One call's cancel, seen from inside. Cheaper than an `AbortSignal`, which is
 * made only when somebody asks for it. Fires at most once and never after
 * `close`, so a signal that has not fired by the answer never will.
 */
export class Cancellation {
  #reason: CancelledError | undefined;
  #controller: AbortController | undefined;
  // A list, since a call has one or two: a set would cost more than all the rest of this.
  #listeners: ((reason: CancelledError) => void)[] | undefined;
  #isClosed = false;

  get reason(): CancelledError | undefined {
    return this.#reason;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = openController();
      if (this.#reason) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  throwIfCancelled(): void {
    if (this.#reason) throw this.#reason;
  }

  /** Gives the way to take the listener back. Called at once when it has fired already. */
  onCancel(listener: (reason: CancelledError) => void): () => void {
    if (this.#reason) {
      listener(this.#reason);
      return nothing;
    }
    const listeners = (this.#listeners ??= []);
    listeners.push(listener);
    return () => {
      const at = listeners.indexOf(listener);
      if (at >= 0) listeners.splice(at, 1);
    };
  }

  /** False when it was too late: fired before, or closed. */
  cancel(reason: CancelledError): boolean {
    if (this.#reason || this.#isClosed) return false;
    this.#reason = reason;
    const listeners = this.#listeners;
    this.#listeners = undefined;
    // The handler's own listeners run last: by then the call has let go of everything.
    // A copy: a listener may take others back.
    if (listeners) for (const listener of [...listeners]) listener(reason);
    this.#controller?.abort(reason);
    return true;
  }

  close(): void {
    this.#isClosed = true;
    this.#listeners = undefined;
  }
}

/** What `promise` gives, unless the cancel is faster: then it rejects with the cancel's reason. */
export function raceCancel<T>(promise: Promise<T>, cancellation: Cancellation): Promise<T> {
  return new Promise((resolve, reject) => {
    const unlisten = cancellation.onCancel(reject);
    promise.then(resolve, reject).finally(unlisten);
  });
}

const nothing = (): void => {};
