import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ask, createMemoryStore, createServer, initMCPFusion, requireInput, type KvStore } from '@mcpfusion/core';
import { afterEach, describe, expect, it } from 'vitest';
import { Questions } from '../../packages/core/src/server/questions.js';
import { bothEras } from '../lib/play.js';
import { endOf } from '../lib/raw-frames.js';
import { rawHttp } from '../lib/raw-http-session.js';
import { rawRetries } from '../lib/raw-retry.js';
import { openSession } from '../lib/raw-session.js';
import { until } from '../lib/until.js';

const f = initMCPFusion();
const fields = { ok: ask.boolean() };
const yes = { action: 'accept', content: { ok: true } };
const signals: AbortSignal[] = [];

const inner = f
  .mutation('inner')
  .interactive()
  .handle((_input, ctx) => (ctx.readInput('ok') ? 'inner' : requireInput.elicit('inner', fields)));
const tool = f
  .mutation('asks')
  .withInteger('n')
  .timeout(60_000)
  .interactive()
  .handle(async ({ n }, ctx) => {
    if (signals.length < 100) signals.push(ctx.signal);
    if (!ctx.readInput('ok')) return requireInput.elicit(`Sure ${n}?`, fields);
    return `${n} ${await ctx.call(inner, {})}`;
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
  expect(signals.flatMap((signal) => getEventListeners(signal, 'abort'))).toEqual([]);
  all.clear();
  signals.length = 0;
});

const quiet = { inFlight: 0, queued: 0, running: 0, abandonedTotal: 0 };
const runs = 500;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** A memory store that tells what it keeps. */
function counted(): { store: KvStore; size: () => number } {
  const inside = createMemoryStore();
  const keys = new Set<string>();
  return {
    size: () => keys.size,
    store: {
      isShared: false,
      put: (key, ...rest) => (keys.add(key), inside.put(key, ...rest)),
      get: (key) => inside.get(key),
      take: (key) => (keys.delete(key), inside.take(key)),
    },
  };
}

describe('500 calls that ask, answered or not, leave nothing', () => {
  it.each(bothEras)('%s, answered', async (era, play) => {
    const { store, size } = counted();
    const server = createServer({ name: 'test', version: '1', log: false, tools: [tool], store });
    const play1 = (n: number): Promise<string> => play(server, 'asks', () => yes, { args: { n } });
    for (let n = 0; n < 50; n++) await play1(n);
    const before = heapBytes();
    for (let n = 0; n < runs; n++) expect(await play1(n)).toBe(`complete: ${n} inner`);
    expect(server.counts()).toEqual(quiet);
    expect(heapBytes() - before).toBeLessThan(4 * 1024 * 1024);
    // Two rounds with answers a call.
    expect(size()).toBe(era === '2026-07-28' ? 2 * (runs + 50) : 0);
  });

  it('in one session: answered, refused, wrong, cancelled', async () => {
    const server = createServer({ name: 'test', version: '1', log: false, tools: [tool] });
    const session = await openSession(server);
    const answers: (object | undefined)[] = [yes, { action: 'decline' }, { action: 'nonsense' }, undefined];
    let asked = 0;
    for (let n = 0; n < runs; n++) {
      const answer = answers[n % answers.length];
      const end = session.begin(1_000 + n, 'asks', { n });
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
  });

  it('in HTTP sessions that go away', async () => {
    const server = createServer({ name: 'test', version: '1', log: false, tools: [tool] });
    const open = rawHttp(server);
    for (let n = 0; n < 100; n++) {
      const session = await open();
      const stream = await session.begin(1, 'asks', { n });
      await stream.next(({ method }) => method === 'elicitation/create');
      if (n % 2 === 0) stream.drop();
      expect(await session.end()).toBe(204);
    }
    await until(() => server.counts().inFlight === 0 && server.counts().running === 0);
    expect(server.counts()).toEqual(quiet);
  });

  it('of 2026-07-28 that never come again, nothing is kept at all', async () => {
    const { store, size } = counted();
    const server = createServer({ name: 'test', version: '1', log: false, tools: [tool], store });
    const call = rawRetries(server);
    for (let n = 0; n < runs; n++) expect(endOf(await call('asks', { n }))).toBe('asks input');
    expect(server.counts()).toEqual(quiet);
    expect(size()).toBe(0);
  });
});
