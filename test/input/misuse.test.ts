import {
  ask,
  createMemoryStore,
  createServer,
  initMCPFusion,
  progress,
  readInput,
  requireInput,
  type KvStore,
  type LogRecord,
  type Server,
  type ServerOptions,
} from '@mcpfusion/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bothEras } from '../lib/play.js';
import { endOf } from '../lib/raw-frames.js';
import { rawRetries, stateOf } from '../lib/raw-retry.js';
import { openSession } from '../lib/raw-session.js';

const f = initMCPFusion();
const fields = { ok: ask.boolean() };
const yes = { action: 'accept', content: { ok: true } };
const yesTo = () => yes;

afterEach(() => {
  vi.useRealTimers();
});

function serve(tools: ServerOptions<object>['tools'], options: Partial<ServerOptions<object>> = {}) {
  const records: LogRecord[] = [];
  const log = (record: LogRecord): void => void records.push(record);
  const server: Server = createServer({ name: 'test', version: '1', log, tools, ...options });
  return {
    server,
    told: () => records.map(({ message, data }) => `${message} ${String((data as { cause?: unknown })?.cause)}`),
  };
}

/** Runs once it is approved. */
const approve = (done: string[], name = 'approve') =>
  f
    .mutation(name)
    .withString('of', '', { default: 'x' })
    .interactive()
    .handle(({ of }) => {
      if (!readInput('ok')) return requireInput.elicit(`${of}?`, fields);
      done.push(of);
      return of;
    });

describe.each(bothEras)('what is not returned as a question, %s', (_era, play) => {
  const question = () => requireInput.elicit('Sure?', fields);

  it.each<[string, () => unknown, string, string]>([
    ['a question inside an object', () => ({ text: 'hi', q: question() }), 'INTERNAL_ERROR', 'return it by itself'],
    ['a question in a list', () => ['hi', question()], 'INTERNAL_ERROR', 'return it by itself'],
    ['a field', () => ask.string(), 'INTERNAL_ERROR', 'requireInput.elicit()'],
    ['a form of fields', () => fields, 'INTERNAL_ERROR', 'requireInput.elicit()'],
  ])('%s is no answer', async (_what, give, end, told) => {
    const { server, told: log } = serve([f.action('wrong').interactive().handle(give)]);
    expect(await play(server, 'wrong', yesTo)).toBe(end);
    expect(log().join('\n')).toContain(told);
  });

  it('one that is yielded or thrown ends the call', async () => {
    const yielding = f
      .action('yielding')
      .interactive()
      .handle(function* () {
        yield question();
        return 'went on';
      });
    const throwing = f
      .action('throwing')
      .interactive()
      .handle(() => {
        // oxlint-disable-next-line typescript/only-throw-error -- what some will do
        throw question();
      });
    const { server, told } = serve([yielding, throwing]);
    expect(await play(server, 'yielding', yesTo)).toBe('SETUP');
    expect(await play(server, 'throwing', yesTo)).toBe('SETUP');
    expect(told().join('\n')).toMatch(/got one that was yielded[^]*got one that was thrown/);
  });

  it('one made by something else, with nothing in it, does not run for ever', async () => {
    const made = { [Symbol.for('dev.mcpfusion/input')]: true, inputRequests: {}, state: undefined };
    const { server } = serve([
      f
        .action('made')
        .interactive()
        .handle(() => made),
    ]);
    expect(await play(server, 'made', yesTo)).toBe('SETUP');
  });

  it('a reader of another name than was asked for is told of when the rounds are over', async () => {
    const typo = f
      .action('typo')
      .interactive()
      .handle(() => (readInput('okay') ? 'done' : requireInput.elicit('Sure?', fields)));
    const { server, told } = serve([typo]);
    expect(await play(server, 'typo', yesTo)).toBe('INPUT_ROUNDS_EXCEEDED');
    expect(told().join('\n')).toContain('a tool asked too often');
  });

  it('the name of a form that is a field of it too is not read without its fields', async () => {
    const ambiguous = f
      .mutation('ambiguous')
      .interactive()
      .handle(() => {
        const ok = readInput('ok');
        return ok ? 'done' : requireInput({ inputRequests: { ok: requireInput.elicit('Sure?', fields) } });
      });
    const { server, told } = serve([ambiguous]);
    expect(await play(server, 'ambiguous', () => ({ action: 'accept', content: { ok: false } }))).toBe('SETUP');
    expect(told().join('\n')).toContain("readInput('ok', fields)");
  });

  it('an action in the result of another question changes nothing', async () => {
    const roots = f
      .action('roots')
      .interactive()
      .handle(() => readInput('input') ?? requireInput.roots());
    const { server } = serve([roots]);
    const end = await play(server, 'roots', () => ({ roots: [{ uri: 'file:///a' }], action: 'decline' }));
    expect(end).toBe('complete: {"roots":[{"uri":"file:///a"}]}');
  });

  it('INPUT_REQUIRED that is caught is asked all the same', async () => {
    const done: string[] = [];
    const inner = approve(done);
    const outer = f
      .action('outer')
      .interactive()
      .handle(async (_input, ctx) => {
        try {
          return await ctx.call(inner, {});
        } catch {
          return 'caught';
        }
      });
    const rethrowing = f
      .action('rethrowing')
      .interactive()
      .handle(async (_input, ctx) => {
        try {
          return await ctx.call(inner, { of: 'y' });
        } catch (cause) {
          throw new Error('It failed.', { cause });
        }
      });
    const { server } = serve([outer, rethrowing]);
    expect(await play(server, 'outer', yesTo)).toBe('complete: x');
    expect(await play(server, 'rethrowing', yesTo)).toBe('complete: y');
    expect(done).toEqual(['x', 'y']);
  });

  it('as many calls inside as there are may ask at once in one round', async () => {
    const done: string[] = [];
    const inner = f
      .action('inner')
      .withString('of')
      .interactive()
      .handle(({ of }) => (readInput('ok') ? void done.push(of) : requireInput.elicit(of, fields)));
    const outer = f
      .action('outer')
      .interactive()
      .handle(async (_input, ctx) => {
        await Promise.all(Array.from({ length: 12 }, (_, n) => ctx.call(inner, { of: String(n) })));
        return 'done';
      });
    expect(await play(serve([outer]).server, 'outer', yesTo)).toBe('complete: done');
    expect(done).toHaveLength(12);
  });
});

describe('while one of several calls inside still asks (2025-11-25)', () => {
  it('the call around holds no key and no slot, and its time stands still', async () => {
    vi.useFakeTimers();
    const inner = approve([]);
    const outer = f
      .mutation('outer')
      .timeout(1_000)
      .interactive()
      .handle(async (_input, ctx) => {
        await Promise.all([ctx.call(approve([], 'a'), { of: 'a' }), ctx.call(approve([], 'b'), { of: 'b' })]);
        return 'done';
      });
    const { server } = serve([outer, inner], { concurrency: { max: 1 } });
    const session = await openSession(server);
    const first = session.begin(1, 'outer');
    const [one, two] = [await session.question(1), await session.question(2)];
    session.answer(one.id, yes);
    await vi.advanceTimersByTimeAsync(60_000);
    const second = session.begin(2, 'outer');
    const third = await session.question(3);
    expect(third.params?.['message']).toBe('a?');
    session.send({ method: 'notifications/cancelled', params: { requestId: 2 } });
    void second;
    session.answer(two.id, yes);
    expect(endOf(await first)).toBe('complete: done');
    await vi.advanceTimersByTimeAsync(10);
    expect(server.counts()).toMatchObject({ inFlight: 0, queued: 0, running: 0 });
  });
});

describe('the handler around goes on', () => {
  it('with its key in hand again: another call of the same mutation waits (2025-11-25)', async () => {
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    const log: string[] = [];
    const outer = f
      .mutation('outer')
      .withString('of')
      .interactive()
      .handle(async ({ of }, ctx) => {
        if (of === 'asks') {
          await ctx.call(approve([]), {});
          log.push('in');
          await gate;
          log.push('out');
        } else log.push('other');
        return of;
      });
    const { server } = serve([outer]);
    const session = await openSession(server);
    const first = session.begin(1, 'outer', { of: 'asks' });
    const { id } = await session.question();
    session.answer(id, yes);
    await vi.waitFor(() => expect(log).toEqual(['in']));
    const second = session.begin(2, 'outer', { of: 'other' });
    await vi.waitFor(() => expect(server.counts().queued).toBe(1));
    open();
    expect([endOf(await first), endOf(await second)]).toEqual(['complete: asks', 'complete: other']);
    expect(log).toEqual(['in', 'out', 'other']);
  });

  it('and its progress, reported again from the top, goes out once and without a word in the log', async () => {
    const reporting = f
      .action('reporting')
      .interactive()
      .handle(async function* () {
        yield progress(10, 'read');
        yield progress(20, 'checked');
        if (!readInput('ok')) return requireInput.elicit('Sure?', fields);
        yield progress(90, 'written');
        return 'done';
      });
    const { server, told } = serve([reporting]);
    const session = await openSession(server);
    const end = session.begin(1, 'reporting', {}, { progressToken: 'p' });
    const { id } = await session.question();
    session.answer(id, yes);
    expect(endOf(await end)).toBe('complete: done');
    const sent = session.frames.filter(({ method }) => method === 'notifications/progress');
    expect(sent.map(({ params }) => params?.['progress'])).toEqual([10, 20, 90]);
    expect(told()).toEqual([]);
  });
});

describe('a state', () => {
  const answered = (requestState: string) => ({ params: { requestState, inputResponses: { input: yes } } });

  it('of a server with another name is none, though it has the same key', async () => {
    const done: string[] = [];
    const input = { stateKeys: 'k'.repeat(32) };
    const [acme, globex] = ['acme', 'globex'].map((name) => serve([approve(done)], { name, input }).server) as [
      Server,
      Server,
    ];
    const state = await stateOf(rawRetries(acme), 'approve', {});
    expect(endOf(await rawRetries(globex)('approve', {}, answered(state)))).toBe('-32602');
    expect(endOf(await rawRetries(acme)('approve', {}, answered(state)))).toBe('complete: x');
  });

  it('of a query is used up by a call inside that changes something', async () => {
    const done: string[] = [];
    const changing = f.mutation('changing').handle(() => void done.push('changed'));
    const reading = f
      .query('reading')
      .interactive()
      .handle(async (_input, ctx) => {
        if (!readInput('ok')) return requireInput.elicit('Sure?', fields);
        await ctx.call(changing, {});
        return 'done';
      });
    const call = rawRetries(serve([reading]).server);
    const state = await stateOf(call, 'reading', {});
    expect(endOf(await call('reading', {}, answered(state)))).toBe('complete: done');
    expect(endOf(await call('reading', {}, answered(state)))).toBe('STATE_USED');
    expect(done).toEqual(['changed']);
  });

  it('that is kept and asked for again stays in its place, and is given up when it is used', async () => {
    const store = createMemoryStore();
    const keys = new Set<string>();
    const seen: KvStore = {
      isShared: true,
      put: (key, value, ttlMs, options) => {
        if (key.startsWith('state:')) keys.add(key);
        return store.put(key, value, ttlMs, options);
      },
      get: (key) => store.get(key),
      take: (key) => store.take(key),
    };
    const large = f
      .mutation('large')
      .interactive()
      .handle(() =>
        readInput('input')
          ? 'done'
          : requireInput({ inputRequests: { input: requireInput.elicit('?', fields) }, state: 'x'.repeat(20_000) }),
      );
    const call = rawRetries(serve([large], { store: seen }).server);
    let state = await stateOf(call, 'large', {});
    for (let times = 0; times < 3; times++) {
      const { result } = await call('large', {}, { params: { requestState: state, inputResponses: {} } });
      state = result?.requestState ?? '';
    }
    expect(keys.size).toBe(1);
    expect(endOf(await call('large', {}, answered(state)))).toBe('complete: done');
    expect(await store.get([...keys][0] ?? '')).toBeUndefined();
    expect(endOf(await call('large', {}, answered(state)))).toBe('STATE_USED');
  });

  it('that is kept leaves room to say which were used', async () => {
    const done: string[] = [];
    const large = f
      .mutation('large')
      .interactive()
      .handle(() =>
        requireInput({ inputRequests: { input: requireInput.elicit('?', fields) }, state: 'x'.repeat(190_000) }),
      );
    const call = rawRetries(serve([approve(done), large]).server);
    const state = await stateOf(call, 'approve', {});
    let end = '';
    for (let times = 0; times < 400 && end !== 'SERVER_BUSY'; times++) end = endOf(await call('large'));
    expect(end).toBe('SERVER_BUSY');
    expect(endOf(await call('approve', {}, answered(state)))).toBe('complete: x');
    expect(endOf(await call('approve', {}, answered(state)))).toBe('STATE_USED');
  });

  it('is not kept beyond a bound, as large answers would make it', async () => {
    const { server } = serve([
      f
        .mutation('huge')
        .interactive()
        .handle(() =>
          requireInput({ inputRequests: { input: requireInput.elicit('?', fields) }, state: 'x'.repeat(300_000) }),
        ),
    ]);
    expect(endOf(await rawRetries(server)('huge'))).toBe('STATE_TOO_LARGE');
  });

  it.each([
    ['hangs', () => new Promise<never>(() => {}), 'SERVER_BUSY'],
    ['gives something else than true or false', () => Promise.resolve('OK' as never), 'INTERNAL_ERROR'],
  ])('is not gone on from when the store %s, and the key is free again', async (_what, put, end) => {
    vi.useFakeTimers();
    const done: string[] = [];
    let isAsked = (): void => {};
    const asked = new Promise<void>((resolve) => (isAsked = resolve));
    const store: KvStore = {
      isShared: true,
      put: () => {
        isAsked();
        return put();
      },
      get: () => Promise.resolve(undefined),
      take: () => Promise.resolve(undefined),
    };
    const { server } = serve([approve(done)], { store });
    const call = rawRetries(server);
    const state = await stateOf(call, 'approve', {});
    const answer = call('approve', {}, answered(state));
    await asked;
    await vi.advanceTimersByTimeAsync(6_000);
    expect(endOf(await answer)).toBe(end);
    expect(done).toEqual([]);
    expect(server.counts()).toMatchObject({ inFlight: 0, running: 0, queued: 0 });
  });
});

it('a handler that never ends does not leave ambient storage on', async () => {
  vi.useFakeTimers();
  const hooks = process.getBuiltinModule('node:async_hooks');
  const disable = vi.spyOn(hooks.AsyncLocalStorage.prototype, 'disable');
  const deaf = f
    .action('deaf')
    .timeout(50)
    .interactive()
    .handle(() => new Promise<never>(() => {}));
  const { server } = serve([deaf], { graceMs: 100 });
  const answer = rawRetries(server)('deaf');
  await vi.advanceTimersByTimeAsync(60);
  expect(endOf(await answer)).toBe('TIMEOUT');
  expect(disable).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(disable).toHaveBeenCalledOnce();
  disable.mockRestore();
});

it('a session has so many questions open and no more', async () => {
  const asks = f
    .action('asks')
    .interactive()
    .handle(() => requireInput.elicit('?', fields));
  const { server } = serve([asks]);
  const session = await openSession(server);
  // Not begun one by one: who waits for 1,000 answers looks at each frame 1,000 times.
  for (let id = 1; id <= 1_000; id++) session.send({ id, method: 'tools/call', params: { name: 'asks' } });
  await session.question(1_000);
  expect(endOf(await session.begin(1_001, 'asks'))).toBe('SERVER_BUSY');
  session.close();
});
