import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CancelledError } from '../errors.js';
import { Cancellation } from './cancellation.js';
import { Scheduler, type Holder, type PoolLimits, type Release, type Want } from './scheduler.js';

const root = (): Holder => ({ parent: undefined });
const keyed = (key: string, holder = root()): Want => ({ key, pools: [], holder });
const pooled = (name: string, limits: PoolLimits, holder = root()): Want => ({
  key: undefined,
  pools: [{ name, limits }],
  holder,
});
const unbounded = Number.POSITIVE_INFINITY;
const cancelled = () => new CancelledError('client', 'enough');

/** Takes what is free; fails the test when it is not. */
function take(scheduler: Scheduler, want: Want): Release {
  const release = scheduler.acquire(want, new Cancellation());
  if (release instanceof Promise) throw new Error('expected a free slot');
  return release;
}

/** Waits in line, and tells when it got in. */
function line(scheduler: Scheduler, want: Want) {
  const cancellation = new Cancellation();
  const state = { isIn: false, release: (): void => {}, cancellation, refused: undefined as unknown };
  const asked = (async () => scheduler.acquire(want, cancellation))();
  void asked.then(
    (release) => Object.assign(state, { isIn: true, release }),
    (error: unknown) => Object.assign(state, { refused: error }),
  );
  return state;
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('takes nested calls that wait in time that grows with their number alone', async () => {
  const scheduler = new Scheduler();
  const key = 'k';
  const holder = { parent: undefined };
  const release = await scheduler.acquire({ key, pools: [], holder }, new Cancellation());
  const startedAtMs = performance.now();
  const waiting = Array.from({ length: 8_000 }, async () => {
    const parent = { parent: undefined };
    (await scheduler.acquire({ key, pools: [], holder: { parent } }, new Cancellation()))();
  });
  // Half a minute when each looks at all that wait.
  expect(performance.now() - startedAtMs).toBeLessThan(5_000);
  release();
  await Promise.all(waiting);
  expect([scheduler.waiting, scheduler.lines]).toEqual([0, 0]);
});

describe('the key', () => {
  it('lets one in at a time, in the order of asking', async () => {
    const scheduler = new Scheduler();
    const release = take(scheduler, keyed('a'));
    const b = line(scheduler, keyed('a'));
    const c = line(scheduler, keyed('a'));
    await turn();
    expect([b.isIn, c.isIn, scheduler.waiting]).toEqual([false, false, 2]);
    release();
    await turn();
    expect([b.isIn, c.isIn]).toEqual([true, false]);
    b.release();
    await turn();
    expect(c.isIn).toBe(true);
  });

  it('is not loosened by a waiter that leaves: A runs, B leaves, C still waits for A', async () => {
    const scheduler = new Scheduler();
    const release = take(scheduler, keyed('a'));
    const b = line(scheduler, keyed('a'));
    const c = line(scheduler, keyed('a'));
    b.cancellation.cancel(cancelled());
    await turn();
    expect(b.refused).toBeInstanceOf(CancelledError);
    expect(c.isIn).toBe(false);
    release();
    await turn();
    expect(c.isIn).toBe(true);
  });

  it('does not hold up other keys', () => {
    const scheduler = new Scheduler();
    take(scheduler, keyed('a'));
    expect(scheduler.acquire(keyed('b'), new Cancellation())).toBeTypeOf('function');
  });

  it('is freed once, however often it is released', async () => {
    const scheduler = new Scheduler();
    const release = take(scheduler, keyed('a'));
    const b = line(scheduler, keyed('a'));
    const c = line(scheduler, keyed('a'));
    release();
    release();
    await turn();
    expect([b.isIn, c.isIn]).toEqual([true, false]);
  });
});

describe('the pool', () => {
  it('lets as many in as it says', async () => {
    const scheduler = new Scheduler();
    const limits = { max: 2, queue: unbounded };
    const release = take(scheduler, pooled('p', limits));
    take(scheduler, pooled('p', limits));
    const c = line(scheduler, pooled('p', limits));
    await turn();
    expect(c.isIn).toBe(false);
    release();
    await turn();
    expect(c.isIn).toBe(true);
  });

  it('refuses beyond its queue with SERVER_BUSY and when to come back', async () => {
    const scheduler = new Scheduler();
    const limits = { max: 1, queue: 1 };
    take(scheduler, pooled('p', limits));
    line(scheduler, pooled('p', limits));
    const third = line(scheduler, pooled('p', limits));
    await turn();
    expect(third.refused ?? 'none').toMatchObject({ code: 'SERVER_BUSY', retryAfterSeconds: 1 });
    expect(scheduler.waiting).toBe(1);
  });

  it('and key are granted together: a waiter for the key holds no slot', async () => {
    const scheduler = new Scheduler();
    const pools = [{ name: 'server', limits: { max: 2, queue: unbounded } }];
    take(scheduler, { key: 'a', pools, holder: root() });
    const b = line(scheduler, { key: 'a', pools, holder: root() });
    const other = line(scheduler, { key: 'b', pools, holder: root() });
    await turn();
    expect([b.isIn, other.isIn]).toEqual([false, true]);
  });
});

describe('a nested call', () => {
  const code = (want: Want, scheduler: Scheduler): string => {
    try {
      void scheduler.acquire(want, new Cancellation());
      return 'waits';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  it('that wants the key of the call around it fails at once with DEADLOCK', () => {
    const scheduler = new Scheduler();
    const outer = root();
    take(scheduler, keyed('a', outer));
    expect(code(keyed('a', { parent: outer }), scheduler)).toBe('DEADLOCK');
  });

  it('that wants the last slot of the call around it fails at once with DEADLOCK', () => {
    const scheduler = new Scheduler();
    const outer = root();
    const limits = { max: 1, queue: unbounded };
    take(scheduler, pooled('p', limits, outer));
    expect(code(pooled('p', limits, { parent: outer }), scheduler)).toBe('DEADLOCK');
  });

  it('that closes a circle of two calls fails with DEADLOCK', () => {
    const scheduler = new Scheduler();
    const first = root();
    const second = root();
    take(scheduler, keyed('a', first));
    take(scheduler, keyed('b', second));
    expect(code(keyed('b', { parent: first }), scheduler)).toBe('waits');
    expect(code(keyed('a', { parent: second }), scheduler)).toBe('DEADLOCK');
  });

  it('passes a waiter that lacks the slot which the call around it holds', () => {
    const scheduler = new Scheduler();
    const pools = [{ name: 'server', limits: { max: 1, queue: unbounded } }];
    const outer = root();
    take(scheduler, { key: undefined, pools, holder: outer });
    const direct = line(scheduler, { key: 'n', pools, holder: root() });
    take(scheduler, keyed('n', { parent: outer }))();
    expect(direct.isIn).toBe(false);
  });

  it('passes it as well when it has had to wait for the key', async () => {
    const scheduler = new Scheduler();
    const pools = [{ name: 'server', limits: { max: 1, queue: unbounded } }];
    const outer = root();
    const release = take(scheduler, keyed('n'));
    take(scheduler, { key: undefined, pools, holder: outer });
    const direct = line(scheduler, { key: 'n', pools, holder: root() });
    const nested = line(scheduler, keyed('n', { parent: outer }));
    release();
    await turn();
    expect([direct.isIn, nested.isIn]).toEqual([false, true]);
  });

  it('passes a waiter that lacks another slot than its own, once it has its own', async () => {
    const scheduler = new Scheduler();
    const outer = root();
    const [p, q] = ['p', 'q'].map((name) => ({ name, limits: { max: 1, queue: unbounded } }));
    if (!p || !q) throw new Error('expected two pools');
    take(scheduler, { key: undefined, pools: [p], holder: outer });
    const release = take(scheduler, { key: undefined, pools: [q], holder: root() });
    const direct = line(scheduler, { key: 'n', pools: [p], holder: root() });
    const nested = line(scheduler, { key: 'n', pools: [q], holder: { parent: outer } });
    release();
    await turn();
    expect([direct.isIn, nested.isIn]).toEqual([false, true]);
  });

  it('does not pass a waiter that could run as well', async () => {
    const scheduler = new Scheduler();
    const release = take(scheduler, keyed('n'));
    const direct = line(scheduler, keyed('n'));
    const nested = line(scheduler, keyed('n', { parent: root() }));
    release();
    await turn();
    expect([direct.isIn, nested.isIn]).toEqual([true, false]);
  });

  it('waits for a pool as long as one of its holders may still end', () => {
    const scheduler = new Scheduler();
    const limits = { max: 2, queue: unbounded };
    const outer = root();
    take(scheduler, pooled('p', limits, outer));
    const release = take(scheduler, pooled('p', limits));
    expect(code(pooled('p', limits, { parent: outer }), scheduler)).toBe('waits');
    release();
  });

  it('may wait for a sibling', () => {
    const scheduler = new Scheduler();
    const outer = root();
    take(scheduler, keyed('a', { parent: outer }));
    expect(code(keyed('a', { parent: outer }), scheduler)).toBe('waits');
  });
});

describe('any schedule of asking, leaving and releasing', () => {
  const step = fc.oneof(
    fc.record({
      do: fc.constant('ask' as const),
      key: fc.constantFrom(undefined, 'a', 'b'),
      pool: fc.constantFrom(undefined, 'p', 'q'),
    }),
    fc.record({ do: fc.constantFrom('leave' as const, 'release' as const), which: fc.nat(20) }),
  );

  it('excludes, keeps limits and order, and ends empty', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const scheduler = new Scheduler();
        const asked: {
          key: string | undefined;
          pool: string | undefined;
          state: ReturnType<typeof line>;
          isOut: boolean;
        }[] = [];
        const order: Record<string, number[]> = { a: [], b: [] };
        const check = (): void => {
          const inside = asked.filter(({ state, isOut }) => state.isIn && !isOut);
          for (const key of ['a', 'b'])
            expect(inside.filter((entry) => entry.key === key).length).toBeLessThanOrEqual(1);
          for (const pool of ['p', 'q'])
            expect(inside.filter((entry) => entry.pool === pool).length).toBeLessThanOrEqual(2);
          for (const [index, { key, state }] of asked.entries()) {
            if (key !== undefined && state.isIn && !order[key]?.includes(index)) order[key]?.push(index);
          }
        };
        for (const next of steps) {
          if (next.do === 'ask') {
            const pools = next.pool === undefined ? [] : [{ name: next.pool, limits: { max: 2, queue: unbounded } }];
            asked.push({ ...next, state: line(scheduler, { key: next.key, pools, holder: root() }), isOut: false });
          } else {
            const entry = asked[next.which % Math.max(asked.length, 1)];
            if (entry && next.do === 'leave') entry.state.cancellation.cancel(cancelled());
            if (entry?.state.isIn && next.do === 'release') {
              entry.isOut = true;
              entry.state.release();
            }
          }
          await turn();
          check();
        }
        for (let left = asked.length; left > 0; left--) {
          for (const entry of asked) {
            if (entry.state.isIn && !entry.isOut) {
              entry.isOut = true;
              entry.state.release();
            }
          }
          await turn();
          check();
        }
        expect(scheduler.waiting).toBe(0);
        expect(asked.every(({ state }) => state.isIn || state.refused !== undefined)).toBe(true);
        for (const granted of Object.values(order)) expect(granted).toEqual(granted.toSorted((x, y) => x - y));
      }),
      { numRuns: 60 },
    );
  });
});
