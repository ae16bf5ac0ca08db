import type { CancelledError } from '../errors.js';
import { openController } from './open-controller.js';

/** Who is to be told of a cancel. An object, since those who listen to every call are there already. */
export interface CancelListener {
  onCancel(reason: CancelledError): void;
}

/**
 * One call's cancel, seen from inside. Cheaper than an `AbortSignal`, which is
 * made only when somebody asks for it. Fires at most once and never after
 * `close`, so a signal that has not fired by the answer never will.
 */
export class Cancellation {
  #reason: CancelledError | undefined;
  #controller: AbortController | undefined;
  // Most calls have one listener: a list is made for the second.
  #first: CancelListener | undefined;
  #others: Set<CancelListener> | undefined;
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

  /** Told once, in the order of asking; at once when it has fired already. */
  listen(listener: CancelListener): void {
    if (this.#reason) listener.onCancel(this.#reason);
    else if (!this.#first && !this.#others) this.#first = listener;
    else (this.#others ??= new Set()).add(listener);
  }

  unlisten(listener: CancelListener): void {
    if (this.#first === listener) this.#first = undefined;
    else this.#others?.delete(listener);
  }

  /** False when it was too late: fired before, or closed. */
  cancel(reason: CancelledError): boolean {
    if (this.#reason || this.#isClosed) return false;
    this.#reason = reason;
    // Taken out before the first is told: a listener may take others back.
    const listeners = [this.#first, ...(this.#others ?? [])];
    this.#forget();
    // The handler's own listeners run last: by then the call has let go of everything.
    for (const listener of listeners) listener?.onCancel(reason);
    this.#controller?.abort(reason);
    return true;
  }

  close(): void {
    this.#isClosed = true;
    this.#forget();
  }

  #forget(): void {
    this.#first = undefined;
    this.#others = undefined;
  }
}

/** What `promise` gives, unless the cancel is faster: then it rejects with the cancel's reason. */
export function raceCancel<T>(promise: Promise<T>, cancellation: Cancellation): Promise<T> {
  return new Promise((resolve, reject) => {
    const listener = { onCancel: reject };
    cancellation.listen(listener);
    promise.then(resolve, reject).finally(() => cancellation.unlisten(listener));
  });
}
