import { methods } from '@mcpfusion/protocol';
import type { Log } from '../handler/log.js';
import { startTimer } from '../timer.js';
import type { LostLogs } from './lost-logs.js';
import type { AnswerListener, Outlet } from './outlet.js';

/** The writing side of a pipe that all exchanges of a connection share. */
export interface Pipe {
  /** One frame as JSON text, without a line break. */
  write(json: string): void;
  /** What has been written and not been taken. */
  readonly unsentBytes: number;
  isPressed(): boolean;
  /** Calls back once, when everything up to now has been taken and there is no pressure. */
  whenDrained(callback: () => void): void;
}

/** What the outlets of a connection share. */
export interface PipeUse {
  readonly pipe: Pipe;
  readonly resultGapMs: number;
  readonly maxUnsentBytes: number;
  /** Answers that wait for their gap. */
  readonly late: Set<Promise<void>>;
  lateBytes: number;
  readonly lostLogs: LostLogs;
  /** The server's own. */
  readonly log: Log;
}

/** One exchange's frames on a pipe: the answer keeps its distance from the progress before it. */
export class PipeOutlet implements Outlet {
  readonly #use: PipeUse;
  /** Progress that the pipe has not taken yet. */
  #waiting = 0;
  /** When it took the last. */
  #progressAtMs = Number.NEGATIVE_INFINITY;
  #onProgressTaken: (() => void) | undefined;

  constructor(use: PipeUse) {
    this.#use = use;
  }

  notify(json: string, method: string): void {
    const { pipe, resultGapMs } = this.#use;
    if (method === methods.message && this.#isTooMuch(json)) return this.#lose();
    pipe.write(json);
    if (resultGapMs <= 0 || method !== methods.progress) return;
    this.#waiting++;
    this.#onProgressTaken ??= () => {
      this.#waiting--;
      this.#progressAtMs = performance.now();
    };
    pipe.whenDrained(this.#onProgressTaken);
  }

  finish(json: string, _status: number, listener?: AnswerListener): void {
    const { pipe, late, log } = this.#use;
    // A call without progress has no gap to keep.
    if (!this.#onProgressTaken || (this.#waiting === 0 && this.#gapMs() <= 0)) {
      pipe.write(json);
      return listener?.onWritten();
    }
    const written = this.#gapOver()
      .then(() => {
        this.#use.lateBytes -= json.length;
        pipe.write(json);
      })
      .catch((cause: unknown) => log.error('an answer could not be written', { cause }))
      .finally(() => {
        late.delete(written);
        listener?.onWritten();
      });
    late.add(written);
    this.#use.lateBytes += json.length;
  }

  drop(): void {}

  isOpen(): boolean {
    return true;
  }

  isPressed(): boolean {
    return this.#use.pipe.isPressed();
  }

  whenDrained(callback: () => void): void {
    this.#use.pipe.whenDrained(callback);
  }

  #isTooMuch(json: string): boolean {
    return this.#use.pipe.unsentBytes + json.length > this.#use.maxUnsentBytes;
  }

  #lose(): void {
    const { pipe, lostLogs } = this.#use;
    if (lostLogs.add()) pipe.whenDrained(() => lostLogs.tell());
  }

  #gapMs(): number {
    return this.#progressAtMs + this.#use.resultGapMs - performance.now();
  }

  // Counted from the write and not from the report: a busy process or a slow reader may lie between them.
  async #gapOver(): Promise<void> {
    if (this.#waiting > 0) await new Promise<void>((resolve) => this.#use.pipe.whenDrained(resolve));
    const gapMs = this.#gapMs();
    // Keeps the process: the answer is still to be written.
    if (gapMs > 0) await new Promise<void>((resolve) => startTimer(resolve, gapMs));
  }
}
