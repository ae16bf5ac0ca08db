import { encodeSse, methods, sseComment } from '@mcpfusion/protocol';
import type { LostLogs } from '../server/lost-logs.js';
import type { Outlet } from '../server/outlet.js';
import { startTimer, unref, type Timer } from '../timer.js';
import type { HttpReply } from './http-io.js';

export interface HttpOutletOptions {
  /** False: the answer is one JSON object, and notifications are not delivered. */
  readonly canStream: boolean;
  /** Headers go out with the first frame, at the latest after this long, in ms; 0: with the first frame. */
  readonly openAfterMs: number;
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
  #headers: Record<string, string> = {};
  #mode: 'undecided' | 'stream' | 'ended' = 'undecided';
  #openTimer: Timer | undefined;
  #keepAliveTimer: Timer | undefined;
  #writtenAtMs = 0;
  #onStall: (() => void) | undefined;
  #isBlocked = false;
  #turnSize = 0;
  #unsentAtTurn = 0;
  #drains: (() => void)[] = [];

  constructor(reply: HttpReply, options: HttpOutletOptions) {
    this.#reply = reply;
    this.#options = options;
  }

  /** Goes out with the rest, if nothing has yet. */
  addHeader(name: string, value: string): void {
    this.#headers[name] = value;
  }

  /** The client expects a stream: opens it even if nothing comes for a while. */
  expectStream(): void {
    if (!this.#options.canStream || this.#mode !== 'undecided' || this.#options.openAfterMs === 0) return;
    this.#openTimer = unref(startTimer(() => this.#open(), this.#options.openAfterMs));
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

  finish(json: string, status: number): void {
    if (this.#mode === 'ended') return;
    const wasStream = this.#mode === 'stream';
    this.#end();
    if (wasStream) return this.#reply.end(encodeSse(json));
    const retry = status === 503 ? { 'retry-after': '1' } : {};
    this.#reply.start(status, { ...this.#headers, ...retry, 'content-type': 'application/json' });
    this.#reply.end(json);
  }

  /** An empty stream, or the end of the one that is open. */
  drop(): void {
    if (this.#mode === 'ended') return;
    this.#open();
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

  #open(): void {
    if (this.#mode !== 'undecided') return;
    this.#mode = 'stream';
    clearTimeout(this.#openTimer);
    this.#reply.start(200, {
      ...this.#headers,
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
    setTimeout(() => {
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
    this.#drains = [];
    this.#options.lostLogs.tell();
  }
}
