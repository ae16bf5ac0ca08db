import { isObject, own, type JsonValue } from '@mcpfusion/protocol';
import { FusionError, setupError } from '../errors.js';
import type { CallMemory } from '../handler/call-memory.js';
import type { Log } from '../handler/log.js';
import type { KvStore } from '../store/kv-store.js';
import { startInterval, unref, type Timer } from '../timer.js';
import { expect, isText } from '../tool/expect.js';

/** What one `yield*` of one call waits for: the ids of visits, by the key of the question. */
export interface AskedVisits {
  /** Of the call: the same in each round. */
  readonly call: string;
  /** Of the question in its call: `ask-2`. */
  readonly ask: string;
  readonly ids: Readonly<Record<string, string>>;
}

/** Nothing: what the call asks, it asks without visits. */
export function visitsOf({ id, visits = {} }: CallMemory): AskedVisits | undefined {
  const [key] = Object.keys(visits);
  return key === undefined || id === undefined ? undefined : { call: id, ask: key.replace(/\..*$/, ''), ids: visits };
}

export interface CompleteInputOptions {
  /** Who has visited the page, if the page knows: it counts only if this is who was asked. */
  readonly principal?: string;
}

/** How often a store is asked that other processes write to, in ms. */
export const visitPollMs = 1_000;

/** Under which id this question waits for a visit, if it does. */
export function visitIdOf(visits: AskedVisits | undefined, key: string): string | undefined {
  return visits && (own(visits.ids, key) as string | undefined);
}

/** Who waits for a visit. */
interface Visit {
  readonly call: string;
  readonly ask: string;
  readonly principal: string | null;
}

interface Waiter {
  readonly mark: string;
  readonly onOver: () => void;
}

/**
 * Which call waits for which visit, and which visits are over: they happen out of band, and the page alone knows.
 *
 *     visit:<id>                  { call: '3f0c…', ask: 'ask-1', principal: 'ann' }: waits, or has waited
 *     visited:<call>/<ask>:<id>   'over', or 'closed': nobody waits any more
 *
 * Each question has its own mark, so that the end of one visit never answers another question.
 *
 * Source: 2025-11-25, Elicitation, URL Mode, Completion Notifications; 2026-07-28, Elicitation, URL Mode, Statefulness.
 */
export class Visits {
  readonly #store: KvStore;
  readonly #ttlMs: number;
  readonly #log: Log;
  readonly #waiters = new Set<Waiter>();
  #poll: Timer | undefined;
  #isLooking = false;
  #hasFailed = false;

  constructor(store: KvStore, ttlMs: number, log: Log) {
    this.#store = store;
    this.#ttlMs = ttlMs;
    this.#log = log;
  }

  /** How many wait in this process. */
  get waiting(): number {
    return this.#waiters.size;
  }

  /** Before the question is put. Throws `SETUP` while another call waits under one of these ids. */
  async open(visits: AskedVisits, principal: string | undefined): Promise<void> {
    const { call, ask, ids } = visits;
    try {
      for (const id of new Set(Object.values(ids))) await this.#open(id, { call, ask, principal: principal ?? null });
    } catch (error) {
      this.close(visits);
      throw error;
    }
  }

  /** Nobody waits for them any more: another call may have their ids. What the page has told stays. */
  close(visits: AskedVisits): void {
    for (const id of new Set(Object.values(visits.ids)))
      // Not waited for: all that may go wrong is that the ids stay taken for a while.
      this.#store.put(markOf(visits, id), 'closed', this.#ttlMs, { ifAbsent: true }).catch(() => {});
  }

  /** The page tells that a visit is over. False: nobody was asked under this id, or not this principal. */
  async complete(id: string, options: CompleteInputOptions = {}): Promise<boolean> {
    expect(isText(id) && id !== '', 'the id of a visit to be a string that is not empty', id);
    expect(isObject(options), 'the options of completeInput() to be an object', options);
    const { principal } = options;
    expect(principal === undefined || isText(principal), 'principal to be a string', principal);
    const visit = readVisit(await this.#store.get(keyOf(id)));
    if (!visit || (principal !== undefined && principal !== visit.principal)) return false;
    const mark = markOf(visit, id);
    await this.#store.put(mark, 'over', this.#ttlMs);
    for (const waiter of this.#waiters) if (waiter.mark === mark) this.#wake(waiter);
    return true;
  }

  async isOver(visits: AskedVisits, id: string): Promise<boolean> {
    return (await this.#store.get(markOf(visits, id))) === 'over';
  }

  /** Calls back once, later, when the visit is over; never after what this gives was called. */
  watch(visits: AskedVisits, id: string, onOver: () => void): () => void {
    const waiter: Waiter = { mark: markOf(visits, id), onOver };
    this.#waiters.add(waiter);
    // It may have ended since it was opened.
    void this.#look(waiter);
    if (this.#store.isShared) this.#startPoll();
    return () => this.#forget(waiter);
  }

  async #open(id: string, visit: Visit): Promise<void> {
    const key = keyOf(id);
    for (let tries = 0; tries < mostTries; tries++) {
      if (await this.#store.put(key, { ...visit }, this.#ttlMs, { ifAbsent: true })) return;
      const found = readVisit(await this.#store.get(key));
      if (!found) continue;
      if (!mayFollow(found, visit) && (await this.#store.get(markOf(found, id))) === undefined) throw inUse();
      // Of several that follow it, one gets it. What it did not expect it gives back.
      const taken = readVisit(await this.#store.take(key));
      if (taken && taken.call !== found.call) await this.#store.put(key, { ...taken }, this.#ttlMs, { ifAbsent: true });
    }
    throw new FusionError('SERVER_BUSY', 'Too many calls ask for the same visit at once.', { retryAfterSeconds: 1 });
  }

  #wake(waiter: Waiter): void {
    if (!this.#waiters.has(waiter)) return;
    this.#forget(waiter);
    waiter.onOver();
  }

  #forget(waiter: Waiter): void {
    this.#waiters.delete(waiter);
    if (this.#waiters.size > 0) return;
    clearInterval(this.#poll);
    this.#poll = undefined;
  }

  async #look(waiter: Waiter): Promise<void> {
    try {
      if ((await this.#store.get(waiter.mark)) === 'over') this.#wake(waiter);
      this.#hasFailed = false;
    } catch (cause) {
      if (!this.#hasFailed)
        this.#log.warning('the store did not say whether a visit is over, and is asked again', { cause });
      this.#hasFailed = true;
      if (this.#waiters.has(waiter)) this.#startPoll();
    }
  }

  #startPoll(): void {
    this.#poll ??= unref(startInterval(() => void this.#lookAtAll(), visitPollMs));
  }

  async #lookAtAll(): Promise<void> {
    // A slow store is not asked faster than it answers.
    if (this.#isLooking) return;
    this.#isLooking = true;
    await Promise.all([...this.#waiters].map((waiter) => this.#look(waiter)));
    this.#isLooking = false;
  }
}

const mostTries = 10;

const keyOf = (id: string): string => `visit:${id}`;
const markOf = ({ call, ask }: Pick<Visit, 'call' | 'ask'>, id: string): string => `visited:${call}/${ask}:${id}`;

function readVisit(value: JsonValue | undefined): Visit | undefined {
  return isObject(value) ? (value as unknown as Visit) : undefined;
}

/** While it is open: the same call, which asks again, and another of the same user, who has given up the first. */
function mayFollow(found: Visit, { call, principal }: Visit): boolean {
  return found.call === call || (principal !== null && found.principal === principal);
}

function inUse(): FusionError {
  return setupError('Another call waits for a visit under this id; no two may share one: make the id in a step.');
}
