import { FusionError, type CancelledError } from '../errors.js';
import type { Cancellation } from './cancellation.js';

/** How many may run at once, and how many may wait for it. */
export interface PoolLimits {
  readonly max: number;
  /** Waiters beyond this are refused with `SERVER_BUSY`. */
  readonly queue: number;
}

/** A running or waiting call, linked to the call it was made from. */
export interface Holder {
  readonly parent: Holder | undefined;
}

/** What a call wants before it may run. `key` excludes, `pools` count. */
export interface Want {
  readonly key: string | undefined;
  readonly pools: ReadonlyArray<{ readonly name: string; readonly limits: PoolLimits }>;
  readonly holder: Holder;
  /** It has held them before and gave them up while a person was asked: it waits behind the others, in a full queue too. */
  readonly isReturning?: boolean;
}

/** Gives back slot and key, once; more calls do nothing. */
export type Release = () => void;

interface Pool {
  readonly name: string;
  readonly limits: PoolLimits;
  readonly holders: Set<Holder>;
  readonly blocked: Set<Lane>;
  waiting: number;
}

/** Calls that go one behind the other: those of one key, or those that want the same pools. */
interface Lane {
  readonly name: string;
  readonly isExclusive: boolean;
  readonly waiters: Set<Waiter>;
  readonly holders: Set<Holder>;
}

interface Waiter {
  readonly lane: Lane;
  readonly pools: readonly Pool[];
  readonly holder: Holder;
  readonly grant: (release: Release) => void;
}

/**
 * Grants slot and mutation key together, in the order of asking within a key. A
 * waiter holds nothing and may leave at any time; its leaving lets nobody start
 * who could not have started anyway.
 *
 * One exception to the order: a nested call passes waiters that lack a slot. The
 * call around it may hold the very slot they wait for.
 */
export class Scheduler {
  readonly #lanes = new Map<string, Lane>();
  readonly #pools = new Map<string, Pool>();
  readonly #nested = new Set<Waiter>();
  /** The nested waiters by each of the calls around them. */
  readonly #below = new Map<Holder, Set<Waiter>>();
  #waiting = 0;

  get waiting(): number {
    return this.#waiting;
  }

  /** What is kept of lanes, pools and nested waiters; nothing when nothing runs or waits. */
  get lines(): number {
    return this.#lanes.size + this.#pools.size + this.#below.size;
  }

  /** Throws `SERVER_BUSY` or `DEADLOCK` at once; rejects with the cancel's reason. */
  acquire(want: Want, cancellation: Cancellation): Release | Promise<Release> {
    const pools = want.pools.map((pool) => this.#pool(pool.name, pool.limits));
    if (want.key === undefined && pools.length === 0) return releaseNothing;
    const lane = this.#lane(want.key, pools);
    const isFree = !isHeld(lane) && !pools.some(isFull) && this.#mayPass(lane, want.holder);
    if (isFree) return this.#take(lane, pools, want.holder);
    try {
      this.#refuse(lane, pools, want);
    } catch (error) {
      this.#forget(lane, pools);
      throw error;
    }
    return this.#wait(lane, pools, want.holder, cancellation);
  }

  #wait(lane: Lane, pools: readonly Pool[], holder: Holder, cancellation: Cancellation): Promise<Release> {
    return new Promise((resolve, reject) => {
      const listener = {
        onCancel: (reason: CancelledError): void => {
          this.#remove(waiter);
          this.#advance(lane);
          this.#forget(lane, pools);
          reject(reason);
        },
      };
      const waiter: Waiter = {
        lane,
        pools,
        holder,
        grant: (release) => {
          cancellation.unlisten(listener);
          resolve(release);
        },
      };
      lane.waiters.add(waiter);
      if (holder.parent) this.#addNested(waiter);
      this.#waiting++;
      for (const pool of pools) pool.waiting++;
      cancellation.listen(listener);
      // Puts the lane on the list of the pool that keeps it.
      this.#advance(lane);
    });
  }

  #take(lane: Lane, pools: readonly Pool[], holder: Holder): Release {
    lane.holders.add(holder);
    for (const pool of pools) pool.holders.add(holder);
    let isHeldStill = true;
    return () => {
      if (!isHeldStill) return;
      isHeldStill = false;
      lane.holders.delete(holder);
      for (const pool of pools) pool.holders.delete(holder);
      this.#advance(lane);
      for (const pool of pools) this.#advancePool(pool);
      this.#forget(lane, pools);
    };
  }

  /** Whether nobody who waits has to go first. */
  #mayPass(lane: Lane, holder: Holder): boolean {
    if (lane.waiters.size === 0) return true;
    if (!lane.isExclusive || !holder.parent) return false;
    for (const { pools } of lane.waiters) if (!pools.some(isFull)) return false;
    return true;
  }

  /** Lets the waiters of a lane run in their order, as far as key and pools allow. */
  #advance(lane: Lane): void {
    let isBlocked = false;
    for (const waiter of lane.waiters) {
      if (isHeld(lane)) return;
      const full = waiter.pools.find(isFull);
      if (full) {
        // Everyone who may be the next: the pool tells the lane when it has room.
        if (!isBlocked || waiter.holder.parent) full.blocked.add(lane);
        isBlocked = true;
        // Behind a waiter without a slot only nested calls may go.
        if (!lane.isExclusive || this.#nested.size === 0) return;
      } else if (!isBlocked || waiter.holder.parent) {
        this.#remove(waiter);
        waiter.grant(this.#take(lane, waiter.pools, waiter.holder));
      }
    }
  }

  #advancePool(pool: Pool): void {
    // Lanes that stay blocked go to the end: the pool is shared in turn.
    for (const lane of [...pool.blocked]) {
      if (isFull(pool)) return;
      pool.blocked.delete(lane);
      this.#advance(lane);
    }
  }

  #remove(waiter: Waiter): void {
    if (!waiter.lane.waiters.delete(waiter)) return;
    if (this.#nested.delete(waiter)) this.#removeNested(waiter);
    this.#waiting--;
    for (const pool of waiter.pools) pool.waiting--;
  }

  #refuse(lane: Lane, pools: readonly Pool[], { holder, isReturning = false }: Want): void {
    if (holder.parent && this.#waitsForItself(lane, pools, holder)) {
      throw new FusionError(
        'DEADLOCK',
        `This call would wait for '${lane.name}', which is held by a call that waits for this one.`,
        { recovery: 'Call the other tool before or after, or give the two tools different keys.' },
      );
    }
    if (isReturning) return;
    const crowded = pools.find((pool) => pool.waiting >= pool.limits.queue);
    if (crowded) {
      throw new FusionError('SERVER_BUSY', `${crowded.waiting} calls are waiting already.`, {
        recovery: 'Try again a little later.',
        retryAfterSeconds: 1,
      });
    }
  }

  /**
   * Whether a nested call would wait for calls that cannot end before it does. A
   * call is taken to wait for the nested calls it has made. Starts with all that
   * might be stuck and strikes out those who are not, until no more can be.
   */
  #waitsForItself(lane: Lane, pools: readonly Pool[], holder: Holder): boolean {
    const mine = ancestors(holder);
    const waiters = this.#reachable({ lane, pools });
    const stuck = new Set([...mine, ...waiters.flatMap((waiter) => ancestors(waiter.holder))]);
    const isBlocked = (at: Pick<Waiter, 'lane' | 'pools'>): boolean =>
      (at.lane.isExclusive && [...at.lane.holders].some((one) => stuck.has(one))) ||
      at.pools.some((pool) => isFull(pool) && [...pool.holders].every((one) => stuck.has(one)));
    for (let before = -1; before !== stuck.size;) {
      before = stuck.size;
      const blocked = waiters.filter(isBlocked).flatMap((waiter) => ancestors(waiter.holder));
      const still = new Set([...mine, ...blocked]);
      for (const one of stuck) if (!still.has(one)) stuck.delete(one);
    }
    return isBlocked({ lane, pools });
  }

  /** The nested waiters that stand in the way of this one, and in their way, and so on: no others can make it wait for itself. */
  #reachable(at: Pick<Waiter, 'lane' | 'pools'>): Waiter[] {
    const found = new Set<Waiter>();
    const seen = new Set<Holder>();
    const open = [at];
    for (let next = open.pop(); next; next = open.pop()) {
      for (const held of [next.lane.isExclusive ? next.lane : undefined, ...next.pools.filter(isFull)]) {
        for (const holder of held?.holders ?? []) {
          if (seen.has(holder)) continue;
          seen.add(holder);
          for (const waiter of this.#below.get(holder) ?? []) {
            if (!found.has(waiter)) open.push(waiter);
            found.add(waiter);
          }
        }
      }
    }
    return [...found];
  }

  #addNested(waiter: Waiter): void {
    this.#nested.add(waiter);
    for (const around of ancestors(waiter.holder)) {
      const below = this.#below.get(around);
      if (below) below.add(waiter);
      else this.#below.set(around, new Set([waiter]));
    }
  }

  #removeNested(waiter: Waiter): void {
    for (const around of ancestors(waiter.holder)) {
      const below = this.#below.get(around);
      below?.delete(waiter);
      if (below?.size === 0) this.#below.delete(around);
    }
  }

  #lane(key: string | undefined, pools: readonly Pool[]): Lane {
    // A key and a list of pools may spell the same; the first letter tells them apart.
    const name = key === undefined ? `p${JSON.stringify(pools.map((pool) => pool.name))}` : `k${key}`;
    let lane = this.#lanes.get(name);
    if (!lane) {
      lane = { name: name.slice(1), isExclusive: key !== undefined, waiters: new Set(), holders: new Set() };
      this.#lanes.set(name, lane);
    }
    return lane;
  }

  #pool(name: string, limits: PoolLimits): Pool {
    let pool = this.#pools.get(name);
    if (!pool) {
      pool = { name, limits, holders: new Set(), blocked: new Set(), waiting: 0 };
      this.#pools.set(name, pool);
    }
    return pool;
  }

  // Keys may come from arguments, so what nobody uses any more must go.
  #forget(lane: Lane, pools: readonly Pool[]): void {
    if (lane.holders.size === 0 && lane.waiters.size === 0) {
      this.#lanes.delete((lane.isExclusive ? 'k' : 'p') + lane.name);
      for (const pool of pools) pool.blocked.delete(lane);
    }
    for (const pool of pools) {
      if (pool.holders.size === 0 && pool.waiting === 0) this.#pools.delete(pool.name);
    }
  }
}

function isHeld(lane: Lane): boolean {
  return lane.isExclusive && lane.holders.size > 0;
}

function isFull(pool: Pool): boolean {
  return pool.holders.size >= pool.limits.max;
}

function ancestors(holder: Holder): Holder[] {
  const found: Holder[] = [];
  for (let at = holder.parent; at; at = at.parent) found.push(at);
  return found;
}

export const releaseNothing: Release = () => {};
