import { encodeSse, methods, sseComment } from '@mcpfusion/protocol';
import type { LostLogs } from '../server/lost-logs.js';
import type { AnswerListener, Outlet } from '../server/outlet.js';
import { startTimer, unref, type Timer } from '../timer.js';
import type { HttpReply } from './http-io.js';

export interface HttpOutletOptions {
  /** False: the answer is one JSON object, and notifications are not delivered. */
  readonly canStream: boolean;
  /** A stream that is expected opens with the first frame, at the latest after this long, in ms; 0: at once. */
  readonly openAfterMs: number;
  /** What goes out with the rest, as it is then. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** A comment goes out when a stream was quiet for this long, in ms; 0: never. */
  readonly keepAliveMs: number;
  /** Log messages may make no more than this wait for the reader. */
  readonly maxUnsentBytes: number;
  readonly lostLogs: LostLogs;
}

// More than this unsent in one turn of the event loop, and what can be left out should be.
const turnBytes = 64 * 1024;

/**
 * One POST's answer: JSON as long as nothing was streamed, a stream of events
 * from the first notification on.
 *
 * Source: 2026-07-28, Streamable HTTP, Receiving Messages.
 */
export class HttpOutlet implements Outlet {
  readonly #reply: HttpReply;
  readonly #options: HttpOutletOptions;
  #mode: 'undecided' | 'stream' | 'ended' = 'undecided';
  #openTimer: Timer | undefined;
  #keepAliveTimer: Timer | undefined;
  #writtenAtMs = 0;
  #onStall: (() => void) | undefined;
  #isBlocked = false;
  #turnTimer: Timer | undefined;
  #turnSize = 0;
  #unsentAtTurn = 0;
  #drains: (() => void)[] = [];

  constructor(reply: HttpReply, options: HttpOutletOptions) {
    this.#reply = reply;
    this.#options = options;
  }

  /** The client expects a stream: opens it even if nothing comes for a while. */
  expectStream(): void {
    const { canStream, openAfterMs } = this.#options;
    if (!canStream || this.#mode !== 'undecided') return;
    if (openAfterMs === 0) return this.#open();
    this.#openTimer = unref(startTimer(() => this.#open(), openAfterMs));
  }

  /** Called once, when more waits for the reader than may. */
  whenStalled(callback: () => void): void {
    this.#onStall = callback;
  }

  notify(json: string, method: string): void {
    if (this.#mode === 'ended' || !this.#options.canStream) return;
    if (method === methods.message && this.#isTooMuch(json.length)) return;
    this.#open();
    this.#write(encodeSse(json));
  }

  finish(json: string, status: number, listener?: AnswerListener): void {
    if (this.#mode !== 'ended') this.#finish(json, status);
    listener?.onWritten();
  }

  /** The end of the stream, which may be an empty one; 202 without a body for a client that reads none. */
  drop(): void {
    if (this.#mode === 'ended') return;
    if (this.#options.canStream) this.#open();
    else this.#reply.start(202, this.#options.headers());
    this.#end();
    this.#reply.end();
  }

  /** The client is gone; there is nobody to write to. */
  abandon(): void {
    this.#end();
  }

  isPressed(): boolean {
    return this.#isBlocked || this.#turnSize > turnBytes;
  }

  whenDrained(callback: () => void): void {
    this.#drains.push(callback);
  }

  #finish(json: string, status: number): void {
    const wasStream = this.#mode === 'stream';
    this.#end();
    if (wasStream) return this.#reply.end(encodeSse(json));
    const retry = status === 503 ? { 'retry-after': '1' } : {};
    this.#reply.start(status, { ...this.#options.headers(), ...retry, 'content-type': 'application/json' });
    this.#reply.end(json);
  }

  #open(): void {
    if (this.#mode !== 'undecided') return;
    this.#mode = 'stream';
    clearTimeout(this.#openTimer);
    this.#reply.start(200, {
      ...this.#options.headers(),
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    this.#writtenAtMs = performance.now();
    this.#keepAlive(this.#options.keepAliveMs);
  }

  /** What one turn of the event loop makes is not the reader's fault: the rest of that is lost, and the stream goes on. */
  #isTooMuch(size: number): boolean {
    const { maxUnsentBytes, lostLogs } = this.#options;
    if (this.#reply.unsentBytes + size <= maxUnsentBytes) return false;
    if (this.#turnSize > 0 && this.#unsentAtTurn < maxUnsentBytes / 2) lostLogs.add();
    else this.#onStall?.();
    return true;
  }

  /** Between an agent and its server stand proxies that close what is quiet. */
  #keepAlive(afterMs: number): void {
    const { keepAliveMs } = this.#options;
    if (keepAliveMs === 0) return;
    this.#keepAliveTimer = unref(
      startTimer(() => {
        const quietMs = performance.now() - this.#writtenAtMs;
        if (quietMs < keepAliveMs) return this.#keepAlive(keepAliveMs - quietMs);
        // Who does not read is not helped by more.
        if (!this.isPressed()) this.#write(sseComment);
        this.#keepAlive(keepAliveMs);
      }, afterMs),
    );
  }

  #write(text: string): void {
    if (this.#turnSize === 0) this.#beginTurn();
    this.#turnSize += text.length;
    this.#writtenAtMs = performance.now();
    if (this.#reply.write(text) || this.#isBlocked) return;
    this.#isBlocked = true;
    this.#reply.whenDrained(() => {
      this.#isBlocked = false;
      this.#drained();
    });
  }

  #beginTurn(): void {
    this.#unsentAtTurn = this.#reply.unsentBytes;
    this.#turnTimer = setTimeout(() => {
      this.#turnSize = 0;
      this.#drained();
    }, 0);
  }

  #drained(): void {
    if (this.isPressed()) return;
    const drains = this.#drains;
    this.#drains = [];
    for (const drain of drains) drain();
  }

  #end(): void {
    this.#mode = 'ended';
    clearTimeout(this.#openTimer);
    clearTimeout(this.#keepAliveTimer);
    clearTimeout(this.#turnTimer);
    this.#drains = [];
    this.#options.lostLogs.tell();
  }
}
