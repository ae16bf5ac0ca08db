import { encodeSse, headerNames, methods, sseComment } from '@mcpfusion/protocol';
import type { Log } from '../handler/log.js';
import { LostLogs } from '../server/lost-logs.js';
import type { AnswerListener, Outlet } from '../server/outlet.js';
import { startTimer, unref, type Timer } from '../timer.js';
import type { Peer } from '../server/peer.js';
import type { HttpReply } from './http-io.js';

/** What the streams of an endpoint have in common. */
export interface StreamSettings {
  /** A stream that is expected opens with the first frame, at the latest after this long, in ms; 0: at once. */
  readonly openAfterMs: number;
  /** A comment goes out when a stream was quiet for this long, in ms; 0: never. */
  readonly keepAliveMs: number;
  /** Log messages may make no more than this wait for the reader. */
  readonly maxUnsentBytes: number;
  /** The server's own. */
  readonly log: Log;
}

export interface StallListener {
  onStalled(): void;
}

export interface HttpOutletParts {
  readonly reply: HttpReply;
  readonly settings: StreamSettings;
  /** False: the answer is one JSON object, and notifications are not delivered. */
  readonly canStream: boolean;
  /** The peer that this request may give a session. */
  readonly opening: Peer | undefined;
}

const jsonHeaders = Object.freeze({ 'content-type': 'application/json' });

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
  readonly #settings: StreamSettings;
  readonly #canStream: boolean;
  readonly #opening: Peer | undefined;
  #mode: 'undecided' | 'stream' | 'ended' = 'undecided';
  #openTimer: Timer | undefined;
  #keepAliveTimer: Timer | undefined;
  #writtenAtMs = 0;
  #stallListener: StallListener | undefined;
  #isBlocked = false;
  #turnTimer: Timer | undefined;
  #turnSize = 0;
  #unsentAtTurn = 0;
  #drains: (() => void)[] | undefined;
  #lostLogs: LostLogs | undefined;

  constructor({ reply, settings, canStream, opening }: HttpOutletParts) {
    this.#reply = reply;
    this.#settings = settings;
    this.#canStream = canStream;
    this.#opening = opening;
  }

  /** The client expects a stream: opens it even if nothing comes for a while. */
  expectStream(): void {
    const { openAfterMs } = this.#settings;
    if (!this.#canStream || this.#mode !== 'undecided') return;
    if (openAfterMs === 0) return this.#open();
    this.#openTimer = unref(startTimer(() => this.#open(), openAfterMs));
  }

  /** Told when more waits for the reader than may. */
  tellStall(listener: StallListener): void {
    this.#stallListener = listener;
  }

  notify(json: string, method: string): void {
    if (this.#mode === 'ended' || !this.#canStream) return;
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
    if (this.#canStream) this.#open();
    else this.#reply.start(202, this.#sessionHeaders());
    this.#end();
    this.#reply.end();
  }

  /** The client is gone; there is nobody to write to. */
  abandon(): void {
    this.#end();
  }

  isOpen(): boolean {
    return this.#canStream && this.#mode !== 'ended';
  }

  isPressed(): boolean {
    return this.#isBlocked || this.#turnSize > turnBytes;
  }

  whenDrained(callback: () => void): void {
    (this.#drains ??= []).push(callback);
  }

  #finish(json: string, status: number): void {
    const wasStream = this.#mode === 'stream';
    this.#end();
    if (wasStream) return this.#reply.end(encodeSse(json));
    const headers = this.#opening ? { ...this.#sessionHeaders(), ...jsonHeaders } : jsonHeaders;
    this.#reply.start(status, status === 503 ? { ...headers, 'retry-after': '1' } : headers);
    this.#reply.end(json);
  }

  #sessionHeaders(): Readonly<Record<string, string>> {
    const { session, sessionId } = this.#opening ?? {};
    return session && sessionId !== undefined ? { [headerNames.sessionId]: sessionId } : {};
  }

  #open(): void {
    if (this.#mode !== 'undecided') return;
    this.#mode = 'stream';
    clearTimeout(this.#openTimer);
    this.#reply.start(200, {
      ...this.#sessionHeaders(),
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    this.#writtenAtMs = performance.now();
    this.#keepAlive(this.#settings.keepAliveMs);
  }

  /** What one turn of the event loop makes is not the reader's fault: the rest of that is lost, and the stream goes on. */
  #isTooMuch(size: number): boolean {
    const { maxUnsentBytes, log } = this.#settings;
    if (this.#reply.unsentBytes + size <= maxUnsentBytes) return false;
    const unsentAtTurn = this.#turnSize > 0 ? this.#unsentAtTurn : this.#reply.unsentBytes;
    if (unsentAtTurn < maxUnsentBytes / 2) (this.#lostLogs ??= new LostLogs(log)).add();
    else this.#stallListener?.onStalled();
    return true;
  }

  /** Between an agent and its server stand proxies that close what is quiet. */
  #keepAlive(afterMs: number): void {
    const { keepAliveMs } = this.#settings;
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
    this.#drains = undefined;
    for (const drain of drains ?? []) drain();
  }

  #end(): void {
    this.#mode = 'ended';
    clearTimeout(this.#openTimer);
    clearTimeout(this.#keepAliveTimer);
    clearTimeout(this.#turnTimer);
    this.#drains = undefined;
    this.#lostLogs?.tell();
  }
}
