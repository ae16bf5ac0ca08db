import type { Exchange } from '../server/exchange.js';
import { Peer } from '../server/peer.js';

export interface SessionOptions {
  /** `off`: each 2025-11-25 POST stands alone. Default `on`. */
  readonly sessions?: 'on' | 'off';
  /** A session that has had no call for this long is forgotten, in ms. Default 30 minutes. */
  readonly sessionIdleMs?: number;
  /** Sessions at once; more are refused with 503. Default 10,000. */
  readonly maxSessions?: number;
}

export const sessionDefaults = { sessionIdleMs: 30 * 60_000, maxSessions: 10_000 } as const;

interface Entry {
  readonly peer: Peer;
  usedAtMs: number;
}

/** The sessions of one endpoint. A session belongs to the principal that opened it. */
export class Sessions {
  readonly #idleMs: number;
  readonly #max: number;
  // In the order of last use, so that the idle ones stand in front.
  readonly #entries = new Map<string, Entry>();

  readonly #all: Set<Exchange>;

  /** `all`: the exchanges of the whole server. */
  constructor(
    all: Set<Exchange>,
    { sessionIdleMs = sessionDefaults.sessionIdleMs, maxSessions = sessionDefaults.maxSessions }: SessionOptions,
  ) {
    this.#all = all;
    this.#idleMs = sessionIdleMs;
    this.#max = maxSessions;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** A peer for `initialize`; `undefined` when there are too many sessions. It counts only after `keep`. */
  open(principal: string | undefined): Peer | undefined {
    this.#expire();
    return this.#entries.size < this.#max ? new Peer(this.#all, crypto.randomUUID(), principal) : undefined;
  }

  keep(peer: Peer): void {
    if (peer.sessionId !== undefined) this.#entries.set(peer.sessionId, { peer, usedAtMs: performance.now() });
  }

  /** `undefined` for an unknown or expired session, and for one of somebody else. */
  find(id: string, principal: string | undefined): Peer | undefined {
    this.#expire();
    const entry = this.#entries.get(id);
    if (!entry || entry.peer.principal !== principal) return undefined;
    this.touch(entry.peer);
    return entry.peer;
  }

  /** It was in use until now, if it is there. */
  touch({ sessionId = '' }: Peer): void {
    const entry = this.#entries.get(sessionId);
    if (!entry) return;
    this.#entries.delete(sessionId);
    this.#entries.set(sessionId, entry);
    entry.usedAtMs = performance.now();
  }

  remove(peer: Peer): void {
    if (peer.sessionId !== undefined) this.#entries.delete(peer.sessionId);
  }

  // On use instead of by a timer: nothing to stop, nothing that keeps a process alive.
  #expire(): void {
    const oldestMs = performance.now() - this.#idleMs;
    for (const [id, { peer, usedAtMs }] of this.#entries) {
      if (usedAtMs > oldestMs) return;
      if (peer.inFlight === 0) this.#entries.delete(id);
    }
  }
}
