import type { Log } from '../handler/log.js';
import { RequestStates } from '../input/request-state.js';
import { Visits } from '../input/visits.js';
import { readSecrets, StateKeys } from '../input/state-keys.js';
import { stateCures, stateRefusals, type StateRefusal } from '../input/state-refusal.js';
import type { KvStore } from '../store/kv-store.js';
import { createMemoryStore } from '../store/memory-store.js';
import { TimedStore } from '../store/timed-store.js';
import { expect, isFunction } from '../tool/expect.js';
import { check, type Checks } from './check-options.js';
import { Seldom } from './seldom.js';

/** How tools ask their users. */
export interface InputOptions {
  /** How often one call may ask; then it fails with `INPUT_ROUNDS_EXCEEDED`. Default 8. */
  readonly maxRounds?: number;
  /** 2025-11-25: how long a person may take to answer, in ms; `Infinity`: as long as the session lasts. Default 10 minutes. */
  readonly timeoutMs?: number;
  /**
   * 2026-07-28: what the state of a call is sealed with while the client has it; the first seals, all open. Secrets of
   * at least 32 characters. Default: `MCPFUSION_STATE_KEY` (several with commas between), else one that this process makes.
   */
  readonly stateKeys?: string | readonly string[];
  /** 2026-07-28: how long a question may be answered, in ms. Default 30 minutes. */
  readonly stateTtlMs?: number;
  /** 2026-07-28: longest state that the client carries; more is kept in `store`. Default 8192. */
  readonly maxStateBytes?: number;
  /**
   * 2026-07-28: how long a retry that comes before its visit is over is held, in ms, before its client is asked again.
   * The first for 2 s, each next one of the call twice as long, up to this. Ends at once with the visit. Default 25,000; 0: not at all.
   */
  readonly visitHoldMs?: number;
}

export const inputDefaults = {
  maxRounds: 8,
  timeoutMs: 10 * 60_000,
  stateTtlMs: 30 * 60_000,
  maxStateBytes: 8_192,
  visitHoldMs: 25_000,
} as const;

export const inputChecks: Checks<InputOptions> = {
  maxRounds: check.positive,
  timeoutMs: check.duration,
  // Looked at where they are read: what is wrong with a secret must not show it.
  stateKeys: { isFine: () => true, expected: 'secrets' },
  stateTtlMs: check.positive,
  maxStateBytes: check.size,
  visitHoldMs: check.duration,
};

/** The options with their defaults, and what is made of them. */
export class InputSettings {
  readonly maxRounds: number;
  readonly timeoutMs: number;
  readonly visitHoldMs: number;
  readonly visits: Visits;
  readonly states: RequestStates;
  readonly store: KvStore;
  readonly #keys: StateKeys;
  readonly #log: Log;
  readonly #seldom: Seldom;
  #isWarned = false;

  constructor(options: InputOptions, store: KvStore | undefined, log: Log) {
    if (store !== undefined) checkStore(store);
    this.maxRounds = options.maxRounds ?? inputDefaults.maxRounds;
    this.timeoutMs = options.timeoutMs ?? inputDefaults.timeoutMs;
    this.visitHoldMs = options.visitHoldMs ?? inputDefaults.visitHoldMs;
    const stateTtlMs = options.stateTtlMs ?? inputDefaults.stateTtlMs;
    // Apart, so that large states leave room to say which were used.
    this.store = store ?? createMemoryStore();
    const kept = new TimedStore(this.store);
    this.#keys = new StateKeys(readSecrets(options.stateKeys));
    this.#log = log;
    this.#seldom = new Seldom(log);
    this.states = new RequestStates({
      keys: this.#keys,
      store: kept,
      used: store ? kept : new TimedStore(createMemoryStore()),
      ttlMs: stateTtlMs,
      maxBytes: options.maxStateBytes ?? inputDefaults.maxStateBytes,
      onRefused: (why, tool) => this.stateRefused(why, tool),
    });
    // As long as a question can be answered, in either revision, and a little longer.
    const openMs = Math.max(stateTtlMs, Number.isFinite(this.timeoutMs) ? this.timeoutMs : 0) + 60_000;
    this.visits = new Visits(kept, openMs, log);
  }

  /** Its client must not learn why: whoever operates the server must. */
  stateRefused(why: StateRefusal, tool: string): void {
    const cure = stateCures[why];
    const data = { tool, why: stateRefusals[why], ...(cure === undefined ? {} : { cure }) };
    this.#seldom.warn(why, 'a requestState was refused', data);
  }

  /** At the start of an endpoint that others than this machine may reach: there may be more than one process behind it. */
  warnOfOwnMemory(): void {
    if (this.store.isShared) return;
    this.#log.warning('which answers were used is remembered by this process alone, and not after a restart', {
      cure: 'With more than one process, give the server a store that they share.',
    });
  }

  /** Once, when the first state goes to a client that may come to another process with it. */
  warnOfRandomKey(): void {
    if (this.#isWarned || !this.#keys.isRandom) return;
    this.#isWarned = true;
    this.#log.warning('questions can be answered to this process alone, and not after a restart', {
      cure: 'Set MCPFUSION_STATE_KEY to a secret that all processes share: `openssl rand -base64 32` makes one.',
    });
  }
}

function checkStore(store: KvStore): void {
  const isFine =
    typeof store.isShared === 'boolean' && (['put', 'get', 'take'] as const).every((name) => isFunction(store[name]));
  expect(isFine, 'store to have isShared, put, get and take', store);
}
