import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CancelledError, type FusionError } from '../errors.js';
import { Cancellation } from './cancellation.js';
import { Scheduler, type Holder, type Release } from './scheduler.js';

/** `p` takes one and lets one wait, `q` takes two and lets any number wait. */
const limits = { p: { max: 1, queue: 1 }, q: { max: 2, queue: Number.POSITIVE_INFINITY } } as const;
type PoolName = keyof typeof limits;

type Phase = 'waits' | 'runs' | 'ended' | 'left' | 'SERVER_BUSY' | 'DEADLOCK';

/** One call, as the scheduler is asked to let it run. */
interface Entry {
  readonly number: number;
  readonly key: string | undefined;
  readonly pools: readonly PoolName[];
  readonly parent: Entry | undefined;
  readonly holder: Holder;
  readonly cancellation: Cancellation;
  phase: Phase;
  release: Release | undefined;
}

/** What has been asked, in the order of asking. */
class Model {
  readonly entries: Entry[] = [];

  in(phase: Phase): readonly Entry[] {
    return this.entries.filter((entry) => entry.phase === phase);
  }

  isFull(pool: PoolName): boolean {
    return this.in('runs').filter(({ pools }) => pools.includes(pool)).length >= limits[pool].max;
  }

  /** Held by somebody, or more than its pools can take. */
  isBlocked({ key, pools }: Entry): boolean {
    const isHeld = key !== undefined && this.in('runs').some((other) => other.key === key);
    return isHeld || pools.some((pool) => this.isFull(pool));
  }

  /** Runs, and waits for no nested call: may end when it likes. */
  isFree(entry: Entry): boolean {
    return entry.phase === 'runs' && !this.entries.some(({ parent, phase }) => parent === entry && isLive(phase));
  }
}

const isLive = (phase: Phase): boolean => phase === 'waits' || phase === 'runs';

/** Who stands in the same line: of one key, or of the same pools. */
const laneOf = ({ key, pools }: Entry): string => (key === undefined ? `pools ${pools.join()}` : `key ${key}`);

/** Until every promise that can go on has gone on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

type Command = fc.AsyncCommand<Model, Scheduler, true>;

/** Carries a command out, and holds what came of it against every promise of the scheduler. */
abstract class Step implements Command {
  abstract isPossible(model: Model): boolean;
  abstract act(model: Model, scheduler: Scheduler): void;
  abstract toString(): string;

  check(model: Readonly<Model>): Promise<boolean> {
    return Promise.resolve(this.isPossible(model));
  }

  async run(model: Model, scheduler: Scheduler): Promise<void> {
    const wasRunning = model.in('runs');
    this.act(model, scheduler);
    await settle();
    expectLimits(model);
    expectOrder(model, wasRunning);
    expectNobodyForgotten(model);
    expect(scheduler.waiting).toBe(model.in('waits').length);
  }
}

function expectLimits(model: Model): void {
  const running = model.in('runs');
  for (const pool of Object.keys(limits) as PoolName[]) {
    expect(running.filter(({ pools }) => pools.includes(pool)).length).toBeLessThanOrEqual(limits[pool].max);
  }
  const keys = running.flatMap(({ key }) => key ?? []);
  expect(keys).toEqual([...new Set(keys)]);
}

/** Who has got in before earlier ones of its line is a nested call, and the first of those lacks a slot. */
function expectOrder(model: Model, wasRunning: readonly Entry[]): void {
  for (const entry of model.in('runs')) {
    const passed = model.in('waits').filter((other) => other.number < entry.number && laneOf(other) === laneOf(entry));
    if (wasRunning.includes(entry) || passed.length === 0) continue;
    expect(entry.parent, `${show(entry)} passed ${passed.map(show).join()}`).toBeDefined();
    expect(passed[0]?.pools.some((pool) => model.isFull(pool))).toBe(true);
  }
}

/** The first of each line runs as soon as it can. */
function expectNobodyForgotten(model: Model): void {
  const heads = new Map<string, Entry>();
  for (const entry of model.in('waits')) if (!heads.has(laneOf(entry))) heads.set(laneOf(entry), entry);
  for (const head of heads.values()) expect(model.isBlocked(head), `${show(head)} could run`).toBe(true);
}

class Acquire extends Step {
  constructor(
    readonly key: string | undefined,
    readonly pools: readonly PoolName[],
    /** Of the calls that run: the one to be nested in, by its place. */
    readonly nesting: number | undefined,
  ) {
    super();
  }

  isPossible(model: Model): boolean {
    return this.nesting === undefined || model.in('runs').length > 0;
  }

  act(model: Model, scheduler: Scheduler): void {
    const running = model.in('runs');
    const parent = this.nesting === undefined ? undefined : running[this.nesting % running.length];
    const entry: Entry = {
      number: model.entries.length,
      key: this.key,
      pools: this.pools,
      parent,
      holder: { parent: parent?.holder },
      cancellation: new Cancellation(),
      phase: 'waits',
      release: undefined,
    };
    const isCrowded = entry.pools.some(
      (pool) => model.in('waits').filter(({ pools }) => pools.includes(pool)).length >= limits[pool].queue,
    );
    const want = { key: entry.key, pools: entry.pools.map((name) => ({ name, limits: limits[name] })) };
    model.entries.push(entry);
    const enter = (release: Release): void => void Object.assign(entry, { phase: 'runs', release });
    try {
      const granted = scheduler.acquire({ ...want, holder: entry.holder }, entry.cancellation);
      if (granted instanceof Promise) granted.then(enter, () => (entry.phase = 'left'));
      else enter(granted);
    } catch (error) {
      entry.phase = (error as FusionError).code as Phase;
      if (entry.phase === 'SERVER_BUSY') expect(isCrowded).toBe(true);
      else expect([entry.phase, parent !== undefined]).toEqual(['DEADLOCK', true]);
    }
  }

  toString(): string {
    return `acquire(${this.key ?? '-'}, [${this.pools.join()}]${this.nesting === undefined ? '' : `, in ${this.nesting}`})`;
  }
}

class EndCall extends Step {
  constructor(readonly place: number) {
    super();
  }

  isPossible(model: Model): boolean {
    return model.entries.some((entry) => model.isFree(entry));
  }

  act(model: Model): void {
    const free = model.entries.filter((entry) => model.isFree(entry));
    endCall(free[this.place % free.length]);
  }

  toString(): string {
    return `end(${this.place})`;
  }
}

function endCall(entry: Entry | undefined): void {
  if (!entry) return;
  entry.phase = 'ended';
  entry.release?.();
  // More calls of it do nothing.
  entry.release?.();
}

/** Cancels a call that waits, or one that runs: that must free nothing. */
class Cancel extends Step {
  constructor(
    readonly phase: 'waits' | 'runs',
    readonly place: number,
  ) {
    super();
  }

  isPossible(model: Model): boolean {
    return model.in(this.phase).length > 0;
  }

  act(model: Model): void {
    const entries = model.in(this.phase);
    entries[this.place % entries.length]?.cancellation.cancel(new CancelledError('client', 'enough'));
  }

  toString(): string {
    return `cancel(${this.phase}, ${this.place})`;
  }
}

const show = ({ number, key, pools, parent }: Entry): string =>
  `#${number}(${key ?? '-'}, [${pools.join()}]${parent ? `, in #${parent.number}` : ''})`;

const key = fc.constantFrom(undefined, 'a', 'b');
const pools = fc.subarray<PoolName>(['p', 'q']);
const place = fc.nat(9);
const commands = fc.commands<Model, Scheduler, true>(
  [
    fc.tuple(key, pools).map(([wanted, slots]) => new Acquire(wanted, slots, undefined)),
    fc.tuple(key, pools, place).map(([wanted, slots, nesting]) => new Acquire(wanted, slots, nesting)),
    place.map((at) => new EndCall(at)),
    place.map((at) => new EndCall(at)),
    fc.tuple(fc.constantFrom('waits', 'runs'), place).map(([phase, at]) => new Cancel(phase, at)),
  ],
  { maxCommands: 40 },
);

it('excludes, keeps limits and order, forgets nobody, never gets stuck, and ends empty', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (steps) => {
      const [model, scheduler] = [new Model(), new Scheduler()];
      await fc.asyncModelRun(() => ({ model, real: scheduler }), steps);
      // A call ends when those that it has made have ended. If that is not enough for all to run, they are stuck.
      for (let left = model.entries.length; left > 0; left--) {
        for (const entry of model.entries) if (model.isFree(entry)) endCall(entry);
        await settle();
      }
      expect(model.entries.filter(({ phase }) => isLive(phase)).map(show)).toEqual([]);
      expect([scheduler.waiting, scheduler.lines]).toEqual([0, 0]);
    }),
    { numRuns: 500 },
  );
}, 60_000);
