import { ask, createMemoryStore, createServer, initMCPFusion, requireInput, type KvStore } from '@mcpfusion/core';
import { describe, expect, it } from 'vitest';
import { endOf } from '../lib/raw-frames.js';
import { rawRetries, stateOf } from '../lib/raw-retry.js';
import { until } from '../lib/until.js';

const f = initMCPFusion();
const yes = { input: { action: 'accept', content: { ok: true } } };
const retry = (requestState: string) => ({ params: { inputResponses: yes, requestState } });

/** A tool that asks, then waits until the test lets it go. */
function holding() {
  const done: string[] = [];
  let letGo = (): void => {};
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const tool = f
    .mutation('hold')
    .withString('id')
    .concurrency({ max: 1, queue: 1 })
    .interactive()
    .handle(async ({ id }, ctx) => {
      if (!ctx.readInput('ok')) return requireInput.elicit('Sure?', { ok: ask.boolean() });
      done.push(`${id} begins`);
      await gate;
      done.push(`${id} done`);
      return id;
    });
  return { tool, done, letGo };
}

describe('a state stays usable', () => {
  it('MRT-12: when its call was refused with SERVER_BUSY, and when it was cancelled in the queue', async () => {
    const { tool, done, letGo } = holding();
    const server = createServer({ name: 'test', version: '1', log: false, tools: [tool] });
    const call = rawRetries(server);
    const states = new Map<string, string>();
    for (const id of ['a', 'b', 'c']) states.set(id, await stateOf(call, 'hold', { id }));
    const again = (id: string, signal?: AbortSignal) =>
      call('hold', { id }, { ...retry(states.get(id) ?? ''), ...(signal ? { signal } : {}) });

    const a = again('a');
    await until(() => server.counts().running === 1);
    const client = new AbortController();
    const b = again('b', client.signal);
    await until(() => server.counts().queued === 1);
    expect(endOf(await again('c'))).toBe('SERVER_BUSY');
    client.abort();
    expect((await b).status).toBe(499);
    await until(() => server.counts().queued === 0);
    letGo();
    expect(endOf(await a)).toBe('complete: a');
    expect(endOf(await again('b'))).toBe('complete: b');
    expect(endOf(await again('c'))).toBe('complete: c');
    for (const id of ['a', 'b', 'c']) expect(endOf(await again(id))).toBe('STATE_USED');
    expect(done).toEqual(['a', 'b', 'c'].flatMap((id) => [`${id} begins`, `${id} done`]));
    expect(server.counts()).toMatchObject({ inFlight: 0, queued: 0, running: 0 });
  });

  it('MRT-12: when its arguments were found wrong after it was opened, or its user refused', async () => {
    const { tool, letGo } = holding();
    const call = rawRetries(createServer({ name: 'test', version: '1', log: false, tools: [tool] }));
    letGo();
    const state = await stateOf(call, 'hold', { id: 'a' });
    const refuse = { params: { inputResponses: { input: { action: 'decline' } }, requestState: state } };
    expect(endOf(await call('hold', { id: 'a' }, refuse))).toBe('INPUT_DECLINED');
    expect(
      endOf(await call('hold', { id: 'a' }, { params: { inputResponses: { input: 1 }, requestState: state } })),
    ).toBe('-32602');
    expect(endOf(await call('hold', { id: 'a' }, retry(state)))).toBe('complete: a');
  });
});

describe('a state', () => {
  const done: string[] = [];
  const ok = { ok: ask.boolean() };
  const inner = f
    .mutation('inner')
    .interactive()
    .handle((_input, ctx) => {
      if (!ctx.readInput('ok')) return requireInput.elicit('Sure?', ok);
      done.push('inner');
      return 'inner';
    });

  it('MRT-12: of a query that calls what changes things is used once', async () => {
    const query = f
      .query('query')
      .interactive()
      .handle((_input, ctx) => ctx.call(inner, {}));
    const call = rawRetries(createServer({ name: 'test', version: '1', log: false, tools: [query] }));
    const requestState = await stateOf(call, 'query', {});
    const inputResponses = { '1:inner/input': { action: 'accept', content: { ok: true } } };
    const ends = await Promise.all(
      [1, 2].map(() => call('query', {}, { params: { inputResponses, requestState } }).then(endOf)),
    );
    expect(ends.toSorted()).toEqual(['STATE_USED', 'complete: inner']);
    expect(done).toEqual(['inner']);
  });

  it('MRT-12: stays usable when there was no context to run in', async () => {
    const tool = f
      .mutation('tool')
      .interactive()
      .handle((_input, ctx) => (ctx.readInput('ok') ? 'ran' : requireInput.elicit('Sure?', ok)));
    let isDown = false;
    const contextFactory = (): object => {
      if (isDown) throw new Error('no database');
      return {};
    };
    const call = rawRetries(createServer({ name: 'test', version: '1', log: false, tools: [tool], contextFactory }));
    const state = await stateOf(call, 'tool', {});
    isDown = true;
    expect(endOf(await call('tool', {}, retry(state)))).toBe('INTERNAL_ERROR');
    isDown = false;
    expect(endOf(await call('tool', {}, retry(state)))).toBe('complete: ran');
  });

  it('MRT-12: is used where middleware asks once more, so that one answer leads on once', async () => {
    const tool = f
      .mutation('tool')
      .interactive()
      .use(async ({ ctx, next }) => {
        if (ctx.readInput('first') && !ctx.readInput('second'))
          return { value: requireInput.elicit('2', { second: ask.boolean() }) };
        return next();
      })
      .handle((_input, ctx) => (ctx.readInput('second') ? 'ran' : requireInput.elicit('1', { first: ask.boolean() })));
    const call = rawRetries(createServer({ name: 'test', version: '1', log: false, tools: [tool] }));
    const answer = (requestState: string, content: object) => ({
      params: { requestState, inputResponses: { input: { action: 'accept', content } } },
    });
    const first = await stateOf(call, 'tool', {});
    const second = await stateOf(call, 'tool', {}, answer(first, { first: true }));
    expect(endOf(await call('tool', {}, answer(first, { first: true })))).toBe('STATE_USED');
    expect(endOf(await call('tool', {}, answer(second, { second: true })))).toBe('complete: ran');
  });
});

/** A store whose every operation of one kind never ends. */
function hanging(what: 'put' | 'get'): KvStore {
  const store = createMemoryStore();
  const never = (): Promise<never> => new Promise(() => {});
  return {
    isShared: true,
    put: what === 'put' ? never : (...args) => store.put(...args),
    get: what === 'get' ? never : (key) => store.get(key),
    take: (key) => store.take(key),
  };
}

describe('a store that hangs', () => {
  const large = f
    .mutation('large')
    .interactive()
    .handle((_input, ctx) => {
      if (ctx.readInput('ok')) return 'done';
      return requireInput({
        inputRequests: { input: requireInput.elicit('Sure?', { ok: ask.boolean() }) },
        state: 'x'.repeat(20_000),
      });
    });

  it.each(['put', 'get', 'claim'] as const)(
    'in %s does not keep the server from its end, nor the call from its one answer',
    async (what) => {
      const { tool, done, letGo } = holding();
      letGo();
      const stateKeys = 'k'.repeat(32);
      const options = {
        name: 'test',
        version: '1',
        log: false,
        tools: [tool, large],
        input: { stateKeys },
        graceMs: 20,
      } as const;
      const shared = createMemoryStore();
      const store: KvStore = {
        isShared: true,
        put: (...args) => shared.put(...args),
        get: (key) => shared.get(key),
        take: (key) => shared.take(key),
      };
      const sound = rawRetries(createServer({ ...options, store }));
      const server = createServer({ ...options, store: hanging(what === 'get' ? 'get' : 'put') });
      const call = rawRetries(server);
      const answer =
        what === 'put'
          ? call('large')
          : what === 'get'
            ? call('large', {}, retry(await stateOf(sound, 'large', {})))
            : call('hold', { id: 'a' }, retry(await stateOf(sound, 'hold', { id: 'a' })));
      await until(() => server.counts().inFlight === 1);
      await server.close({ drainMs: 0 });
      expect(endOf(await answer)).toBe('SHUTTING_DOWN');
      expect(done).toEqual([]);
      expect(server.counts()).toMatchObject({ inFlight: 0, queued: 0, running: 0 });
    },
  );

  it('ends with its client', async () => {
    const server = createServer({ name: 'test', version: '1', log: false, tools: [large], store: hanging('put') });
    const client = new AbortController();
    const answer = rawRetries(server)('large', {}, { signal: client.signal });
    await until(() => server.counts().inFlight === 1);
    client.abort();
    expect((await answer).status).toBe(499);
    expect(server.counts()).toMatchObject({ inFlight: 0, queued: 0, running: 0 });
  });
});
