import { CallCancelled } from './errors.js';
import type { Frame } from './frame.js';

export type FrameListener = (frame: Frame) => void;

/** Together the frames kept have no more text than this, but for the newest, which is always kept. */
const maxChars = 64 * 1024 * 1024;

/** The newest frames of a connection, and those who want to hear of each. */
export class FrameLog {
  readonly #maxFrames: number;
  #chars = 0;
  readonly #listeners = new Set<FrameListener>();
  readonly #waiting = new Set<(error: Error) => void>();
  #closedBy: Error | undefined;
  #frames: Frame[] = [];
  #dropped = 0;

  constructor(maxFrames: number) {
    this.#maxFrames = maxFrames;
  }

  /** Oldest first. */
  get frames(): readonly Frame[] {
    return this.#frames;
  }

  /** How many frames were forgotten to stay within the limit. */
  get dropped(): number {
    return this.#dropped;
  }

  /** In the order of the wire; listeners hear of it before this returns. */
  record(frame: Frame): void {
    this.#frames.push(frame);
    this.#chars += frame.raw.length;
    if (this.#frames.length > this.#maxFrames || this.#chars > maxChars) this.#forget();
    for (const listener of this.#listeners) listener(frame);
  }

  /** Dropping a quarter at a time keeps the cost a frame constant. */
  #forget(): void {
    const count = this.#frames.length;
    let first = Math.max(0, count - Math.ceil(this.#maxFrames * 0.75));
    let chars = this.#frames.slice(first).reduce((sum, { raw }) => sum + raw.length, 0);
    for (; chars > maxChars * 0.75 && first < count - 1; first++) chars -= this.#frames[first]?.raw.length ?? 0;
    this.#frames = this.#frames.slice(first);
    this.#chars = chars;
    this.#dropped += first;
  }

  /** Gives a function that ends the listening. */
  listen(listener: FrameListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * The first frame, recorded already or to come, that fits. Rejects when the time is over, the signal aborts, or the
   * log is closed.
   */
  waitFor(fits: (frame: Frame) => boolean, timeoutMs: number, signal?: AbortSignal): Promise<Frame> {
    const known = this.#frames.find(fits);
    if (known) return Promise.resolve(known);
    if (this.#closedBy) return Promise.reject(this.#closedBy);
    return new Promise((resolve, reject) => {
      const end = (error: Error): void => {
        stop();
        reject(error);
      };
      const timer = setTimeout(() => end(new Error(`No fitting frame came within ${timeoutMs} ms.`)), timeoutMs);
      const giveUp = (): void => end(new CallCancelled(signal?.reason));
      const stopListening = this.listen((frame) => {
        if (!fits(frame)) return;
        stop();
        resolve(frame);
      });
      const stop = (): void => {
        clearTimeout(timer);
        stopListening();
        this.#waiting.delete(end);
        signal?.removeEventListener('abort', giveUp);
      };
      this.#waiting.add(end);
      signal?.addEventListener('abort', giveUp);
      if (signal?.aborted) giveUp();
    });
  }

  /** No frame will come any more: who waits for one is told why. */
  close(error: Error): void {
    this.#closedBy ??= error;
    for (const end of [...this.#waiting]) end(this.#closedBy);
  }
}
