import { vendorMetaKeys, type ProgressValues } from '@mcpfusion/protocol';
import type { ProgressFields } from '../handler/progress.js';
import { isGivenUp, type CancelledError } from '../errors.js';
import type { CancelListener } from './cancellation.js';
import { startInterval, startTimer, type Timer } from '../timer.js';

/** Where progress goes, and whether it can take more right now. */
export interface ProgressOutlet {
  /** The token is the outlet's to add. */
  send(values: ProgressValues): void;
  isPressed(): boolean;
  /** Calls back once, when the pressure has ended. */
  whenDrained(callback: () => void): void;
}

export interface ProgressOptions {
  /** Least time between two notifications of one call, in ms. Default 0: as they come. */
  readonly minIntervalMs?: number;
  /** A notification at least this often while a call runs, for clients with timeouts, in ms. Default: none. */
  readonly heartbeatMs?: number;
  /** Puts the estimated milliseconds left into `_meta["dev.mcpfusion/etaMs"]`. Default false. */
  readonly eta?: boolean;
}

const smallStep = 1e-6;

/**
 * One call's progress, from the first report to the answer. Sends finite,
 * strictly increasing values in order; under back-pressure and within
 * `minIntervalMs` only the latest is kept, and that one always goes out before
 * the answer.
 *
 * Source: 2026-07-28, Progress.
 */
export class ProgressChannel implements CancelListener {
  readonly #outlet: ProgressOutlet;
  readonly #options: ProgressOptions;
  readonly #warn: (message: string) => void;
  readonly #startedAtMs = performance.now();
  /** The highest value that was sent or kept. */
  #floor = Number.NEGATIVE_INFINITY;
  /** The highest value that the handler reported; heartbeats may have gone a little beyond. */
  #reported = Number.NEGATIVE_INFINITY;
  /** Of the rounds before: what comes again up to here is left out without a word. */
  #repeatedTo = Number.NEGATIVE_INFINITY;
  #latest: ProgressValues | undefined;
  #kept: ProgressValues | undefined;
  #sentAtMs = Number.NEGATIVE_INFINITY;
  #timer: Timer | undefined;
  #heartbeat: Timer | undefined;
  #isWaiting = false;
  #hasWarned = false;
  #isOver = false;
  #isClosed = false;

  constructor(outlet: ProgressOutlet, options: ProgressOptions, warn: (message: string) => void) {
    this.#outlet = outlet;
    this.#options = options;
    this.#warn = warn;
    if (options.heartbeatMs !== undefined) this.#heartbeat = startInterval(() => this.#beat(), options.heartbeatMs);
  }

  /** Never throws. A value that may not be sent is dropped, with one warning a call. */
  report(fields: ProgressFields): void {
    if (this.#isClosed || this.#isOver) return;
    // Read once, here: a getter may throw, and what is kept is sent later.
    const { progress, total, message } = fields;
    if (typeof progress !== 'number' || !Number.isFinite(progress) || progress < 0)
      return this.#drop(`got ${String(progress)}`);
    if (progress <= this.#repeatedTo) return;
    if (progress <= this.#reported) return this.#drop(`got ${progress} after ${this.#reported}`);
    this.#reported = progress;
    this.#keep({
      progress: progress > this.#floor ? progress : this.#floor + smallStep,
      total: typeof total === 'number' && Number.isFinite(total) ? total : undefined,
      message: typeof message === 'string' ? message : undefined,
    });
  }

  /** Milliseconds left at the pace so far. */
  etaMs(): number | undefined {
    const { progress, total } = this.#latest ?? {};
    if (progress === undefined || typeof total !== 'number' || !(progress > 0) || progress > total) return undefined;
    return Math.round(((performance.now() - this.#startedAtMs) * (total - progress)) / progress);
  }

  /** The handler runs again from its top, and reports again what it has reported. */
  beginRound(): void {
    this.#repeatedTo = this.#reported;
  }

  /** The highest value that the handler reported; nothing before the first. */
  get reported(): number | undefined {
    return this.#reported === Number.NEGATIVE_INFINITY ? undefined : this.#reported;
  }

  /** In a request before this one the call has come so far. */
  goOnFrom(reported: number): void {
    this.#floor = this.#reported = this.#repeatedTo = reported;
  }

  /** Before the answer: sends what was kept, then nothing any more. */
  finish(): void {
    this.#flush();
    this.close();
  }

  /** Who gets an answer gets the last value before it, too; nothing new is taken. */
  onCancel(reason: CancelledError): void {
    if (isGivenUp(reason)) this.close();
    else this.#isOver = true;
  }

  /** Nothing more goes out. */
  close(): void {
    this.#isClosed = true;
    this.#kept = undefined;
    clearTimeout(this.#timer);
    clearInterval(this.#heartbeat);
  }

  #keep(fields: ProgressValues): void {
    this.#floor = fields.progress;
    this.#latest = fields;
    this.#kept = fields;
    this.#sendOrWait();
  }

  #sendOrWait(): void {
    const { minIntervalMs = 0 } = this.#options;
    if (this.#outlet.isPressed()) {
      if (this.#isWaiting) return;
      this.#isWaiting = true;
      this.#outlet.whenDrained(() => {
        this.#isWaiting = false;
        this.#flush();
      });
      return;
    }
    const waitMs = minIntervalMs > 0 ? this.#sentAtMs + minIntervalMs - performance.now() : 0;
    if (waitMs <= 0) this.#flush();
    else this.#timer ??= startTimer(() => this.#flush(), waitMs);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const kept = this.#kept;
    if (!kept || this.#isClosed) return;
    this.#kept = undefined;
    if (this.#options.minIntervalMs !== undefined) this.#sentAtMs = performance.now();
    const etaMs = this.#options.eta ? this.etaMs() : undefined;
    this.#outlet.send(etaMs === undefined ? kept : { ...kept, _meta: { [vendorMetaKeys.etaMs]: etaMs } });
  }

  // Strictly greater, by too little to overtake a real value.
  #beat(): void {
    if (this.#isClosed || this.#isOver || this.#kept || this.#outlet.isPressed()) return;
    // Before the first value of this request: above those of the requests before.
    const { progress = Math.max(this.#floor, 0), total } = this.#latest ?? {};
    const step = typeof total === 'number' && total > progress ? (total - progress) * smallStep : smallStep;
    const next = progress + step;
    // So large a value that the step is lost in it has no next.
    if (next > this.#floor) this.#keep({ ...this.#latest, progress: next });
  }

  #drop(what: string): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#warn(`Progress was dropped: expected finite, increasing values of at least 0, ${what}. Said once a call.`);
  }
}
