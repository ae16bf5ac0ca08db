import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ask, createMemoryStore, createServer, initMCPFusion, progress, step, type KvStore } from '@mcpfusion/core';
import { afterEach, describe, expect, it } from 'vitest';
import { Questions } from '../../packages/core/src/server/questions.js';
import { bothEras } from '../lib/play.js';
import { openSession } from '../lib/raw-session.js';
import { until } from '../lib/until.js';
import { openStateless } from './lib/open-stateless.js';

const f = initMCPFusion();
const fields = { ok: ask.boolean() };
const yes = { action: 'accept', content: { ok: true } };
const signals: AbortSignal[] = [];

const keep = (signal: AbortSignal): void => {
  if (signals.length < 200) signals.push(signal);
};
const inner = f
  .mutation('inner')
  .interactive()
  .handle(async function* () {
    return (yield* ask.form('inner', fields)).ok;
  });
const tool = f
  .mutation('works')
  .withInteger('n')
  .timeout(60_000)
  .interactive()
  .handle(async function* ({ n }, ctx) {
    keep(ctx.signal);
    try {
      yield progress(10);
      const made = yield* step('make', (signal) => {
        keep(signal);
        return { n, text: 'x'.repeat(1_000) };
      });
      const { ok } = yield* ask.form(`Sure ${n}?`, fields);
      const inside = yield* step('inside', () => ctx.call(inner, {}));
      yield* step('fails', () => {
        throw new Error('told');
      });
      return `${made.n} ${ok} ${String(inside)}`;
    } catch (error) {
      if ((error as Error).name !== 'StepError') throw error;
      return `${n} over`;
    } finally {
      yield* step('clean up', (signal) => keep(signal));
    }
  });

// Each client's own, collected as it asks. A spy would keep the questions themselves.
const all = new Set<Questions>();
// oxlint-disable-next-line typescript/unbound-method -- called on the questions below
const openOne = Questions.prototype.open;
Questions.prototype.open = function (take) {
  all.add(this);
  return openOne.call(this, take);
};
afterEach(() => {
  expect([...all].filter(({ size }) => size > 0)).toEqual([]);
  expect(signals.length).toBeGreaterThan(0);
  expect(signals.flatMap((signal) => getEventListeners(signal, 'abort'))).toEqual([]);
  all.clear();
  signals.length = 0;
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const heapBytes = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};
/** Besides those of the test runner. */
const timers = (): number => process.getActiveResourcesInfo().filter((what) => what === 'Timeout').length;

const quiet = { inFlight: 0, queued: 0, running: 0, abandonedTotal: 0 };
const runs = 1_000;
const serve = (store?: KvStore) =>
  createServer({
    name: 'test',
    version: '1',
    log: false,
    development: false,
    tools: [tool],
    ...(store ? { store } : {}),
  });

describe('1,000 generators that ask, answered or not, leave nothing', () => {
  it.each(bothEras)('%s, answered', { timeout: 60_000 }, async (era, play) => {
    const memory = createMemoryStore();
    const used = new Set<string>();
    const store: KvStore = {
      isShared: false,
      put: (key, ...rest) => (used.add(key), memory.put(key, ...rest)),
      get: (key) => memory.get(key),
      take: (key) => (used.delete(key), memory.take(key)),
    };
    const server = serve(store);
    const playOne = (n: number): Promise<string> => play(server, 'works', () => yes, { args: { n } });
    for (let n = 0; n < 100; n++) await playOne(n);
    const [before, timersBefore] = [heapBytes(), timers()];
    for (let n = 0; n < runs; n++) expect(await playOne(n)).toBe(`complete: ${n} over`);
    expect(server.counts()).toEqual(quiet);
    expect(timers()).toBeLessThanOrEqual(timersBefore);
    expect(heapBytes() - before).toBeLessThan(4 * 1024 * 1024);
    // Which answers were used: two a call.
    expect(used.size).toBe(era === '2026-07-28' ? 2 * (runs + 100) : 0);
  });

  it('in one session: answered, refused, wrong, cancelled', { timeout: 60_000 }, async () => {
    const server = serve();
    const session = await openSession(server);
    const timersBefore = timers();
    const answers: (object | undefined)[] = [yes, { action: 'decline' }, { action: 'nonsense' }, undefined];
    let asked = 0;
    for (let n = 0; n < runs; n++) {
      const answer = answers[n % answers.length];
      const end = session.begin(1_000 + n, 'works', { n });
      const { id } = await session.question(++asked);
      if (!answer) {
        session.send({ method: 'notifications/cancelled', params: { requestId: 1_000 + n } });
        continue;
      }
      session.answer(id, answer);
      if (answer === yes) session.answer((await session.question(++asked)).id, yes);
      await end;
    }
    await until(() => server.counts().running === 0);
    expect(server.counts()).toEqual(quiet);
    expect(timers()).toBeLessThanOrEqual(timersBefore);
  });

  it('of 2026-07-28 that never come again, nothing is kept at all', { timeout: 60_000 }, async () => {
    const kept: string[] = [];
    const memory = createMemoryStore();
    const store: KvStore = {
      isShared: false,
      put: (key, ...rest) => (kept.push(key), memory.put(key, ...rest)),
      get: (key) => memory.get(key),
      take: (key) => memory.take(key),
    };
    const server = serve(store);
    const client = openStateless(server);
    for (let n = 0; n < runs; n++) {
      const { result } = await client.call('works', { arguments: { n } }, { progressToken: n });
      expect(result?.resultType).toBe('input_required');
    }
    expect(server.counts()).toEqual(quiet);
    expect(kept).toEqual([]);
  });
});
