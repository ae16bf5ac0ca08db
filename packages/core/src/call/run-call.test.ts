import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FusionError, type CancelledError } from '../errors.js';
import type { LogRecord } from '../handler/log.js';
import { progress } from '../handler/progress.js';
import { connectInMemory } from '../server/memory.js';
import { createServer, type Server, type ServerOptions } from '../server/server.js';
import type { ToolDefinition } from '../tool/definition.js';
import { initMCPFusion } from '../tool/fusion.js';
import type { CallEvent } from './call-event.js';

const f = initMCPFusion();
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

interface Result {
  readonly isError?: boolean;
  readonly content: { readonly text: string }[];
  readonly structuredContent?: unknown;
  readonly _meta?: Record<string, { readonly code?: string } | undefined>;
}
interface Frame {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Result;
  readonly error?: { readonly code: number };
}

let server: Server | undefined;
afterEach(async () => {
  await server?.close({ drainMs: 0 });
  expect(server?.counts()).toMatchObject({ inFlight: 0, queued: 0, running: 0 });
});

/** A server and one client of it. `call` resolves with the answer's frame. */
function start(tools: readonly unknown[], options: Partial<ServerOptions<object>> = {}) {
  const frames: Frame[] = [];
  const events: CallEvent[] = [];
  const records: LogRecord[] = [];
  const answered = new Map<number, (frame: Frame) => void>();
  server = createServer<object>({
    name: 'test',
    version: '1',
    log: (record) => void records.push(record),
    onCallEvent: (event) => void events.push(event),
    tools: tools as readonly ToolDefinition<never, unknown, object>[],
    ...options,
  });
  const connection = connectInMemory(server, (json) => {
    const frame = JSON.parse(json) as Frame;
    frames.push(frame);
    if (frame.id !== undefined) answered.get(frame.id)?.(frame);
  });
  let lastId = 0;
  const send = (message: object): void => connection.receive(JSON.stringify({ jsonrpc: '2.0', ...message }));
  const begin = (name: string, args: object = {}, more: object = {}) => {
    const id = ++lastId;
    const answer = new Promise<Frame>((resolve) => answered.set(id, resolve));
    send({ id, method: 'tools/call', params: { name, arguments: args, _meta: { ...meta, ...more } } });
    return { id, answer };
  };
  const call = async (name: string, args: object = {}, more: object = {}): Promise<Result> => {
    const frame = await begin(name, args, more).answer;
    if (!frame.result) throw new Error(JSON.stringify(frame));
    return frame.result;
  };
  const cancel = (id: unknown, reason?: unknown): void =>
    send({ method: 'notifications/cancelled', params: { requestId: id, reason } });
  const phases = (): string[] => events.map(({ phase }) => phase);
  return { begin, call, cancel, send, frames, events, records, phases, connection };
}

const codeOf = (result: Result): string | undefined => result._meta?.['dev.mcpfusion/error']?.code;
const until = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await sleep(1);
};
const waitFor = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

describe('the context', () => {
  it('may be the raw request itself', async () => {
    const tool = f.action('show').handle((_input, ctx) => `${ctx.requestId} ${ctx.signal.aborted}`);
    const { call } = start([tool], { contextFactory: (extra) => extra });
    expect((await call('show')).content[0]?.text).toBe('1 false');
  });

  it('is what contextFactory makes of the raw request, with the names of the framework on top', async () => {
    const tool = f.action('show').handle((_input, ctx) => {
      const { tenant, era, toolName } = ctx as typeof ctx & { tenant: string };
      return {
        tenant,
        era,
        toolName,
        sameSignal: ctx.signal === (ctx as unknown as { mine: AbortSignal }).mine,
        id: ctx.requestId,
      };
    });
    const { call } = start([tool], {
      contextFactory: async (extra) => ({
        tenant: extra.meta['tenant'],
        signal: extra.signal,
        mine: extra.signal,
        era: 'mine',
      }),
    });
    const [content] = (await call('show', {}, { tenant: 'acme' })).content;
    expect(JSON.parse(content?.text ?? '')).toEqual({
      tenant: 'acme',
      era: '2026-07-28',
      toolName: 'show',
      sameSignal: true,
      id: 1,
    });
  });

  it('that cannot be made is an error of the tool, not shown to the client', async () => {
    const { call, records } = start([f.action('never').handle(() => 1)], {
      contextFactory: () => {
        throw new Error('password=123');
      },
    });
    const result = await call('never');
    expect([codeOf(result), JSON.stringify(result).includes('123')]).toEqual(['INTERNAL_ERROR', false]);
    expect(records).toMatchObject([{ level: 'error', data: { tool: 'never', cause: { message: 'password=123' } } }]);
  });
});

describe('middleware', () => {
  it('wraps the whole run, outermost first, and adds to ctx by copying', async () => {
    const seen: string[] = [];
    const tool = f
      .action('wrapped')
      .use(async ({ next }) => {
        seen.push('first in');
        const passed = await next({ user: 'ann', requestId: 'mine' });
        seen.push('first out');
        return passed;
      })
      .use(({ ctx, next }) => {
        seen.push(`second sees ${ctx.user}`);
        return next();
      })
      .handle(async function* (_input, ctx) {
        yield progress(50);
        seen.push(`handler is ${ctx.user}, ${String(ctx.requestId)}`);
        return 'x';
      });
    await start([tool]).call('wrapped');
    expect(seen).toEqual(['first in', 'second sees ann', 'handler is ann, 1', 'first out']);
  });

  it('behind a cancel does not run', async () => {
    const seen: string[] = [];
    const tool = f
      .action('gated')
      .use(async ({ ctx, next }) => {
        seen.push('first');
        await waitFor(ctx.signal).catch(() => {});
        return next();
      })
      .use(({ next }) => {
        seen.push('second');
        return next();
      })
      .handle(() => void seen.push('handler'));
    const { begin, cancel, phases } = start([tool]);
    const { id } = begin('gated');
    await until(() => seen.length === 1);
    cancel(id);
    await until(() => phases().includes('freed'));
    expect(seen).toEqual(['first']);
  });

  it('that calls next twice is stopped: the handler runs once', async () => {
    let runs = 0;
    const tool = f
      .action('twice')
      .use(async ({ next }) => {
        await next();
        return next();
      })
      .handle(() => ++runs);
    expect(codeOf(await start([tool]).call('twice'))).toBe('SETUP');
    expect(runs).toBe(1);
  });

  it('that answers before the handler has ended frees nothing before', async () => {
    let running = 0;
    let most = 0;
    const tool = f
      .mutation('hasty')
      .use(({ next }) => Promise.race([next(), sleep(5, { value: 'too slow' })]))
      .handle(async () => {
        most = Math.max(most, ++running);
        await sleep(30);
        running--;
        return 'done';
      });
    const { call } = start([tool]);
    const answers = await Promise.all([call('hasty'), call('hasty'), call('hasty')]);
    expect(answers.map(({ content }) => content[0]?.text)).toEqual(['too slow', 'too slow', 'too slow']);
    await until(() => server?.counts().running === 0);
    expect(most).toBe(1);
  });

  it('that answers while its generator goes on for ever ends that after the grace period', async () => {
    let hasLeft = false;
    const tool = f
      .action('endless')
      .use(({ next }) => Promise.race([next(), sleep(5, { value: 'too slow' })]))
      .handle(function* () {
        try {
          for (let step = 1; ; step++) yield progress(step);
        } finally {
          hasLeft = true;
        }
      });
    const { call } = start([tool], { graceMs: 20 });
    expect((await call('endless')).content[0]?.text).toBe('too slow');
    await until(() => hasLeft);
    expect(server?.counts()).toMatchObject({ running: 0, abandonedTotal: 1 });
  });

  it('that answers while its handler hangs frees the key after the grace period', async () => {
    const tool = f
      .mutation('hangs')
      .use(({ next }) => Promise.race([next(), sleep(5, { value: 'too slow' })]))
      .handle(() => new Promise(() => {}));
    const { call, phases } = start([tool], { graceMs: 20 });
    expect((await call('hangs')).content[0]?.text).toBe('too slow');
    expect((await call('hangs')).content[0]?.text).toBe('too slow');
    await until(() => phases().filter((phase) => phase === 'abandoned').length === 2);
    expect(server?.counts()).toMatchObject({ running: 0, abandonedTotal: 2 });
  });

  it('that calls next after its own answer starts nothing', async () => {
    let runs = 0;
    let late: unknown;
    const tool = f
      .mutation('late')
      .use(async ({ next }) => {
        setTimeout(() => void next().catch((error: unknown) => (late = error)), 1);
        return { value: 'mine' };
      })
      .handle(() => ++runs);
    const { call, records } = start([tool]);
    expect((await call('late')).content[0]?.text).toBe('mine');
    await until(() => late !== undefined);
    expect([runs, late]).toEqual([0, expect.objectContaining({ code: 'SETUP' })]);
    expect(records).toMatchObject([{ level: 'error', data: { tool: 'late' } }]);
  });

  it('may answer by itself', async () => {
    const tool = f
      .action('cached')
      .use(async () => ({ value: 'from the cache' }))
      .handle(() => 'fresh');
    expect((await start([tool]).call('cached')).content[0]?.text).toBe('from the cache');
  });

  it('that forgets to return what next gave says so in the log', async () => {
    const tool = f
      .action('forgetful')
      .use((async ({ next }: { next: () => Promise<unknown> }) => void (await next())) as never)
      .handle(() => 1);
    expect(codeOf(await start([tool]).call('forgetful'))).toBe('SETUP');
  });
});

describe('a generator', () => {
  it('is left by way of its finally when what it yields cannot be read', async () => {
    let hasLeft = false;
    const tool = f.action('hostile').handle(function* () {
      try {
        yield Object.defineProperty({ ...progress(1) }, 'progress', {
          get: () => {
            throw new Error('no');
          },
        });
        return 'done';
      } finally {
        hasLeft = true;
      }
    });
    const { call, records } = start([tool]);
    expect((await call('hostile', {}, { progressToken: 't' })).content[0]?.text).toBe('done');
    expect([hasLeft, records.map(({ level }) => level)]).toEqual([true, ['warning']]);
  });

  it('that is none, since its steps are no objects, fails the call', async () => {
    const steps = { next: () => 5, throw: () => 5, return: () => 5 };
    const { call, records } = start([f.action('steps').handle(() => steps)]);
    expect(codeOf(await call('steps'))).toBe('INTERNAL_ERROR');
    expect(records).toMatchObject([{ data: { cause: { message: expect.stringContaining('got 5') } } }]);
  });

  it('sends its last progress before TIMEOUT, too', async () => {
    const tool = f
      .action('slow')
      .timeout(10)
      .handle(async function* (_input, ctx) {
        yield progress(1);
        yield progress(50, 'last');
        await waitFor(ctx.signal).catch(() => {});
        yield progress(60, 'too late');
      });
    const { call, frames } = start([tool], { progress: { minIntervalMs: 60_000 } });
    expect(codeOf(await call('slow', {}, { progressToken: 't' }))).toBe('TIMEOUT');
    expect(frames.map(({ params }) => params?.['progress'])).toEqual([1, 50, undefined]);
  });
});

describe('an answer', () => {
  it.each([
    ['a string', 'plain', 'plain'],
    ['an object', { a: 1 }, '{"a":1}'],
    ['null', null, 'null'],
    ['an array', [1, 'b'], '[1,"b"]'],
  ])('that is %s', async (_what, value, text) => {
    const { content, structuredContent } = await start([f.action('give').handle(() => value)]).call('give');
    expect([content, structuredContent]).toEqual([[{ type: 'text', text }], undefined]);
  });

  it.each([
    ['a Map', new Map([['a', 1]])],
    ['bytes', new Uint8Array(3)],
    ['a promise inside', { rows: Promise.resolve([1]) }],
    ['an Error', new Error('why')],
    ['an async iterable', { [Symbol.asyncIterator]: () => ({}) }],
    ['bytes inside', { rows: [{ data: new Uint8Array(2) }] }],
  ])('that is %s, which JSON would lose, is an error of the tool that names the cure', async (_what, value) => {
    const { call, records } = start([f.action('lossy').handle(() => value)]);
    expect(codeOf(await call('lossy'))).toBe('INTERNAL_ERROR');
    expect(records).toMatchObject([
      { data: { cause: { message: expect.stringContaining('what JSON can carry, got') } } },
    ]);
  });

  it('that shares parts, or goes in circles more than once, is looked through once', async () => {
    let shared: object = { leaf: 1 };
    for (let level = 0; level < 16; level++) shared = { left: shared, right: shared };
    const circle: Record<string, unknown> = {};
    for (const name of ['a', 'b', 'c']) circle[name] = circle;
    const { call } = start([f.action('shared').handle(() => shared), f.action('circle').handle(() => circle)]);
    expect((await call('shared')).isError).toBeUndefined();
    expect(codeOf(await call('circle'))).toBe('INTERNAL_ERROR');
  });

  it('that is nothing has no content', async () => {
    expect((await start([f.action('nothing').handle(() => {})]).call('nothing')).content).toEqual([]);
  });

  it('that JSON cannot carry is an error of the tool', async () => {
    const { call } = start([f.action('big').handle(() => ({ n: 1n }))]);
    expect(codeOf(await call('big'))).toBe('INTERNAL_ERROR');
  });

  it('with an output schema is structured, and checked', async () => {
    const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
    const { call, records } = start([
      f
        .action('good')
        .output(schema)
        .handle(() => ({ n: 1 })),
      f
        .action('bad')
        .output(schema)
        .handle(() => ({ n: 'one' })),
    ]);
    expect(await call('good')).toMatchObject({ content: [{ text: '{"n":1}' }], structuredContent: { n: 1 } });
    const bad = await call('bad');
    expect([codeOf(bad), bad.structuredContent]).toEqual(['OUTPUT_INVALID', undefined]);
    expect(records).toMatchObject([{ level: 'error', data: { tool: 'bad' } }]);
  });

  it('with an output schema is checked as it is sent', async () => {
    const schema = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] };
    const create = (name: string, toJSON: () => unknown) =>
      f
        .action(name)
        .output(schema)
        .handle(() => ({ a: 1, toJSON }));
    const { call } = start([create('other', () => 'hi'), create('same', () => ({ a: 2 }))]);
    expect(codeOf(await call('other'))).toBe('OUTPUT_INVALID');
    expect((await call('same')).structuredContent).toEqual({ a: 2 });
  });

  it('with an output schema never gives null for a number', async () => {
    const mean = { type: 'object', properties: { of: { type: 'array', items: { type: 'number' } } } };
    const tool = f
      .action('mean')
      .output(mean)
      .handle(() => ({ of: [1, 0 / 0] }));
    const lenient = { version: 1 as const, vendor: 'test', validate: (value: unknown) => ({ value }) };
    const own = f
      .action('own')
      .output({ schema: { '~standard': lenient }, jsonSchema: mean })
      .handle(() => ({ of: [1, 0 / 0] }));
    const { call, records } = start([tool, own]);
    const bad = await call('mean');
    expect([codeOf(bad), bad.content[0]?.text]).toEqual([
      'OUTPUT_INVALID',
      expect.stringContaining('of.1: Expected a finite number.'),
    ]);
    expect(codeOf(await call('own'))).toBe('OUTPUT_INVALID');
    expect(records).toHaveLength(2);
  });
});

describe('an error', () => {
  it.each([
    ['undefined', undefined],
    ['null', null],
    ['a string', 'x'],
    ['an object', { a: 1 }],
    ['a frozen Error', Object.freeze(new Error('secret'))],
    [
      'an Error that cannot be read',
      Object.defineProperty(new Error('secret'), 'message', {
        get: () => {
          throw new Error('no');
        },
      }),
    ],
  ])('thrown as %s is told as INTERNAL_ERROR, and only the log knows more (case 95)', async (_what, thrown) => {
    const { call } = start([
      f.action('throws').handle(() => {
        throw thrown;
      }),
    ]);
    const result = await call('throws');
    expect([result.isError, codeOf(result)]).toEqual([true, 'INTERNAL_ERROR']);
    expect(JSON.stringify(result)).not.toContain('secret');
  });

  it('of the author keeps its code and words, escaped', async () => {
    const { call } = start([
      f.action('fails').handle(() => {
        throw new FusionError('InvoiceNotFound', 'No invoice <7> & "8".', {
          recovery: 'List them first.',
          retryAfterSeconds: 30,
        });
      }),
    ]);
    const result = await call('fails');
    expect(result.content[0]?.text).toBe(
      [
        '<tool_error code="InvoiceNotFound" severity="error">',
        '<message>No invoice &lt;7&gt; &amp; &quot;8&quot;.</message>',
        '<recovery>List them first.</recovery>',
        '<retry_after>30 seconds</retry_after>',
        '</tool_error>',
      ].join('\n'),
    );
    expect(result._meta?.['dev.mcpfusion/error']).toMatchObject({ code: 'InvoiceNotFound', retryAfterSeconds: 30 });
  });

  it('in the arguments names each of them, as the server is told to', async () => {
    const tool = f
      .action('takes')
      .withString('id')
      .withInteger('n', 'N', { min: 1 })
      .handle(() => 1);
    const { text } = (await start([tool]).call('takes', { n: 0, more: true })).content[0] ?? { text: '' };
    for (const name of ['id', 'n', 'more']) expect(text).toContain(name);
    const strict = start([tool], { invalidArguments: 'protocol-error' });
    expect((await strict.begin('takes').answer).error).toMatchObject({
      code: -32602,
      data: { code: 'INVALID_ARGUMENTS' },
    });
  });
});

describe('a cancel', () => {
  it('is silent on the wire, typed in the handler, told once in the log', async () => {
    let reason: unknown;
    let isWaiting = false;
    const tool = f.action('waits').handle(async function* (_input, ctx) {
      yield progress(10, 'rendering 5 of 8');
      isWaiting = true;
      await waitFor(ctx.signal).catch((error: unknown) => (reason = error));
    });
    const { begin, cancel, frames, records, phases } = start([tool]);
    const { id } = begin('waits', {}, { progressToken: 't' });
    await until(() => isWaiting);
    cancel(id, 'user clicked cancel');
    await until(() => phases().includes('freed'));
    expect(reason).toMatchObject({ kind: 'client', peerReason: 'user clicked cancel', name: 'AbortError' });
    expect(frames).toHaveLength(1);
    expect(records).toMatchObject([
      {
        level: 'notice',
        data: { tool: 'waits', by: 'client', reason: 'user clicked cancel', phase: 'yielded', at: 'rendering 5 of 8' },
      },
    ]);
    expect(phases()).toEqual(['accepted', 'granted', 'started', 'yielded', 'abort seen', 'settled', 'freed']);
  });

  it('takes a queued call out of the queue at once, and the call never starts', async () => {
    let started = 0;
    const tool = f.mutation('one').handle(async (_input, ctx) => {
      started++;
      await waitFor(ctx.signal);
    });
    const { begin, cancel, phases } = start([tool]);
    const first = begin('one');
    const second = begin('one');
    await until(() => phases().includes('queued'));
    cancel(second.id);
    await until(() => server?.counts().queued === 0);
    cancel(first.id);
    await until(() => phases().includes('freed'));
    expect(started).toBe(1);
  });

  it.each([
    ['7.5', 7.5],
    ['null', null],
    ['an object', {}],
    ['absent', undefined],
    ['unknown', 99],
    ['of another type', '1'],
  ])('with a request id that is %s is ignored (CAN-20, CAN-22, case 2)', async (_what, id) => {
    const tool = f.action('short').handle(() => sleep(20, 'done'));
    const { begin, cancel, frames } = start([tool]);
    const { answer } = begin('short');
    cancel(id);
    expect((await answer).result?.content).toEqual([{ type: 'text', text: 'done' }]);
    expect(frames).toHaveLength(1);
  });

  it('of request 0 works (case 1)', async () => {
    const { send, frames, phases } = start([f.action('waits').handle((_input, ctx) => waitFor(ctx.signal))]);
    send({ id: 0, method: 'tools/call', params: { name: 'waits', _meta: meta } });
    await until(() => phases().includes('started'));
    send({ method: 'notifications/cancelled', params: { requestId: 0 } });
    await until(() => phases().includes('freed'));
    expect(frames).toEqual([]);
  });

  it('never fires after the answer, and a saved ctx does nothing then (case 22)', async () => {
    let saved: unknown;
    let signal: AbortSignal | undefined;
    const tool = f.action('quick').handle((_input, ctx) => {
      saved = ctx;
      signal = ctx.signal;
      return 'done';
    });
    const { begin, cancel, frames } = start([tool]);
    const { id, answer } = begin('quick', {}, { progressToken: 1, 'io.modelcontextprotocol/logLevel': 'debug' });
    await answer;
    cancel(id);
    const ctx = saved as { progress: (n: number) => void; log: { info: (text: string) => void } };
    ctx.progress(50);
    ctx.log.info('late');
    await sleep(5);
    expect([signal?.aborted, frames.length]).toEqual([false, 1]);
  });

  it('frees the id: a new call with it gets its own answer alone (case 16)', async () => {
    const stubborn = f.action('stubborn').handle(() => sleep(30, 'old'));
    const { send, frames, phases } = start([stubborn, f.action('fresh').handle(() => 'new')]);
    const ask = (name: string): void => send({ id: 5, method: 'tools/call', params: { name, _meta: meta } });
    ask('stubborn');
    await until(() => phases().includes('started'));
    send({ method: 'notifications/cancelled', params: { requestId: 5 } });
    ask('fresh');
    await until(() => server?.counts().running === 0);
    expect(frames.map(({ result }) => result?.content[0]?.text)).toEqual(['new']);
  });

  it('of a handler that does not stop frees slot and key after the grace period', async () => {
    const never = f.mutation('never').handle(() => new Promise(() => {}));
    const { begin, cancel, records, phases } = start([never], { graceMs: 10 });
    const { id } = begin('never');
    await until(() => phases().includes('started'));
    cancel(id);
    await until(() => phases().includes('freed'));
    expect(server?.counts()).toMatchObject({ abandonedTotal: 1, running: 0 });
    expect(records.map(({ message }) => message)).toContain('the handler did not stop and was given up');
  });

  it('by a lost connection is one of kind disconnect', async () => {
    let kind: unknown;
    const tool = f
      .action('waits')
      .handle((_input, ctx) => waitFor(ctx.signal).catch((error: CancelledError) => (kind = error.kind)));
    const { begin, connection, phases } = start([tool]);
    begin('waits');
    await until(() => phases().includes('started'));
    connection.close();
    await until(() => phases().includes('freed'));
    expect(kind).toBe('disconnect');
  });
});

describe('a time limit', () => {
  it('is answered once with TIMEOUT, and the handler is told', async () => {
    let reason: unknown;
    const tool = f
      .action('slow')
      .timeout(10)
      .handle((_input, ctx) => waitFor(ctx.signal).catch((error: unknown) => (reason = error)));
    const { call, frames } = start([tool]);
    expect(codeOf(await call('slow'))).toBe('TIMEOUT');
    await until(() => server?.counts().running === 0);
    expect(reason).toMatchObject({ kind: 'timeout', name: 'TimeoutError' });
    expect(frames).toHaveLength(1);
  });

  it('does not count the wait in the queue', async () => {
    // The last one waits longer than it may run.
    const tool = f
      .mutation('turn')
      .timeout(500)
      .handle(() => sleep(100, 'done'));
    const { call } = start([tool]);
    const results = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => call('turn')));
    expect(results.map(codeOf).filter(Boolean)).toEqual([]);
  });
});

describe('ctx.call', () => {
  const inner = f
    .mutation('inner')
    .withInteger('n')
    .handle(async function* ({ n }) {
      yield progress(50, 'inside');
      return { doubled: n * 2 };
    });

  it('gives what the other handler returned, and its progress through a scope', async () => {
    const outer = f.action('outer').handle(async (_input, ctx) => {
      const { doubled } = await ctx.call(inner, { n: 4 }, { progress: ctx.progress.scope(0, 80) });
      return doubled + 1;
    });
    const { call, frames } = start([outer]);
    expect((await call('outer', {}, { progressToken: 'p' })).content[0]?.text).toBe('9');
    expect(frames[0]?.params).toEqual({ progressToken: 'p', progress: 40, total: 100, message: 'inside' });
  });

  it('checks the arguments, and throws what the model would have been told', async () => {
    const outer = f.action('outer').handle(async (_input, ctx) => {
      try {
        await ctx.call(inner, { n: 'four' as unknown as number });
      } catch (error) {
        return error instanceof FusionError ? error.code : 'other';
      }
      return 'none';
    });
    expect((await start([outer]).call('outer')).content[0]?.text).toBe('INVALID_ARGUMENTS');
  });

  it('that is not waited for ends with the call around it, and holds its slot until then', async () => {
    let running = 0;
    let most = 0;
    const reasons: unknown[] = [];
    const work = f.action('work').handle(async (_input, ctx) => {
      most = Math.max(most, ++running);
      await waitFor(ctx.signal).catch((error: unknown) => reasons.push(error));
      running--;
    });
    const careless = f.action('careless').handle((_input, ctx) => {
      for (let count = 0; count < 3; count++) void ctx.call(work, {});
      return 'ok';
    });
    const { call } = start([careless, work], { concurrency: { max: 1 } });
    const answers = await Promise.all([call('careless'), call('careless'), call('careless')]);
    expect(answers.map(({ content }) => content[0]?.text)).toEqual(['ok', 'ok', 'ok']);
    await until(() => server?.counts().running === 0);
    expect([most, running]).toEqual([3, 0]);
    expect(reasons[0]).toMatchObject({ kind: 'client', message: 'The call that made this one has ended.' });
  });

  it('after the end of its call is refused', async () => {
    let late: Promise<unknown> | undefined;
    const outer = f.action('outer').handle((_input, ctx) => {
      setTimeout(() => {
        late = ctx.call(inner, { n: 1 }).catch((error: FusionError) => error.code);
      }, 1);
      return 'done';
    });
    await start([outer]).call('outer');
    await until(() => late !== undefined);
    expect(await late).toBe('SETUP');
  });

  it('leaves no rejection that nobody handles', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    process.on('unhandledRejection', note);
    const slow = f.action('slow').handle((_input, ctx) => waitFor(ctx.signal));
    const two = f.action('two').handle(async (_input, ctx) => {
      const calls = [ctx.call(slow, {}), ctx.call(slow, {})];
      for (const one of calls) await one;
    });
    const fails = f
      .action('fails')
      .use(async ({ next }) => {
        const passed = next();
        await sleep(5);
        return passed;
      })
      .handle(() => {
        throw new Error('at once');
      });
    const { begin, call, cancel, events } = start([two, slow, fails]);
    const { id } = begin('two');
    await until(() => events.filter(({ tool, phase }) => tool === 'slow' && phase === 'started').length === 2);
    cancel(id);
    expect(codeOf(await call('fails'))).toBe('INTERNAL_ERROR');
    await until(() => server?.counts().running === 0);
    await sleep(5);
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  it('gives what the other handler returned, even what could not be sent', async () => {
    const mapped = f.action('mapped').handle(() => new Map([['a', 1]]));
    const outer = f.action('outer').handle(async (_input, ctx) => (await ctx.call(mapped, {})).get('a'));
    expect((await start([outer]).call('outer')).content[0]?.text).toBe('1');
  });

  it('that times out and fails its caller is told of in the log', async () => {
    const slow = f
      .action('slow')
      .timeout(5)
      .handle((_input, ctx) => waitFor(ctx.signal));
    const outer = f.action('outer').handle((_input, ctx) => ctx.call(slow, {}));
    const { call, records } = start([outer, slow]);
    expect(codeOf(await call('outer'))).toBe('TIMEOUT');
    expect(records).toMatchObject([{ level: 'notice', data: { tool: 'slow', by: 'timeout' } }]);
  });

  it('never shares a lane with another list of pools', async () => {
    const leaf = f
      .action('leaf')
      .withString('t')
      .concurrency({ max: 1, key: ({ t }) => t })
      .handle(() => sleep(10, 'leaf'));
    const outer = f.action('outer').handle(async (_input, ctx) => {
      await sleep(10);
      return ctx.call(leaf, { t: 'X\nserver' });
    });
    const { call } = start([outer, leaf], { concurrency: { max: 1 } });
    const results = await Promise.all([call('outer'), call('leaf', { t: 'X' })]);
    expect(results.map(({ content }) => content[0]?.text)).toEqual(['leaf', 'leaf']);
  });

  it('is cancelled with the call around it', async () => {
    const slow = f.action('slow').handle((_input, ctx) => waitFor(ctx.signal));
    const outer = f.action('outer').handle((_input, ctx) => ctx.call(slow, {}));
    const { begin, cancel, events } = start([outer, slow]);
    const { id } = begin('outer');
    await until(() => events.some(({ tool, phase }) => tool === 'slow' && phase === 'started'));
    cancel(id);
    await until(() => events.filter(({ phase }) => phase === 'freed').length === 2);
    expect(server?.counts().running).toBe(0);
  });

  it('ends at its own time limit, and the call around it goes on', async () => {
    const slow = f
      .action('slow')
      .timeout(5)
      .handle((_input, ctx) => waitFor(ctx.signal));
    const outer = f.action('outer').handle(async (_input, ctx) => {
      const code = await ctx.call(slow, {}).catch((error: FusionError) => error.code);
      return [code, ctx.signal.aborted];
    });
    expect((await start([outer]).call('outer')).content[0]?.text).toBe('["TIMEOUT",false]');
  });

  it('fails with DEADLOCK when it would wait for its own call', async () => {
    const again: ToolDefinition<object, unknown, object> = f
      .mutation('again')
      .handle((_input, ctx) => ctx.call(again, {}));
    expect(codeOf(await start([again]).call('again'))).toBe('DEADLOCK');
  });

  it('that never ends is ended 32 calls deep, with NESTED_TOO_DEEP', async () => {
    let runs = 0;
    const again: ToolDefinition<object, unknown, object> = f.action('again').handle((_input, ctx) => {
      runs++;
      return ctx.call(again, {});
    });
    const { call } = start([again]);
    const answer = await call('again');
    expect([codeOf(answer), runs]).toEqual(['NESTED_TOO_DEEP', 33]);
    expect(answer.content[0]?.text).toContain('again was called more than 32 calls deep.');
  });

  it('never ends in a deadlock with calls that wait for a slot', async () => {
    const change = f.mutation('change').handle(() => 'changed');
    const outer = f.action('outer').handle(async (_input, ctx) => {
      await sleep(20);
      return ctx.call(change, {});
    });
    const { call } = start([outer, change], { concurrency: { max: 4 } });
    const names = ['outer', 'outer', 'outer', 'outer', 'change', 'outer', 'outer', 'change'];
    const texts = await Promise.all(names.map(async (name) => (await call(name)).content[0]?.text));
    expect(new Set(texts)).toEqual(new Set(['changed']));
  });

  it('never ends in a deadlock with a call that waits for its tool', async () => {
    const leaf = f
      .action('leaf')
      .serialize(() => 'k')
      .handle(() => 'done');
    const outer = f
      .action('outer')
      .withString('m')
      .concurrency({ max: 1 })
      .serialize(({ m }) => m)
      .handle(async (_input, ctx) => {
        await sleep(10);
        return ctx.call(leaf, {}).catch((error: FusionError) => error.code);
      });
    const { call } = start([outer, leaf]);
    const texts = await Promise.all(['other', 'k'].map(async (m) => (await call('outer', { m })).content[0]?.text));
    expect(texts).toEqual(['done', 'DEADLOCK']);
  });

  it('waits for another call of a tool that has room for two', async () => {
    const tool: ToolDefinition<{ deep: boolean }, unknown, object> = f
      .action('two')
      .withBoolean('deep')
      .concurrency({ max: 2 })
      .handle(async ({ deep }, ctx): Promise<unknown> => {
        await sleep(20);
        return deep ? ctx.call(tool, { deep: false }) : 'leaf';
      });
    const { call } = start([tool]);
    const results = await Promise.all([call('two', { deep: false }), call('two', { deep: true })]);
    expect(results.map(({ content }) => content[0]?.text)).toEqual(['leaf', 'leaf']);
  });

  it('runs in the slot of the call around it', async () => {
    const outer = f.action('outer').handle((_input, ctx) => ctx.call(inner, { n: 1 }));
    expect(codeOf(await start([outer], { concurrency: { max: 1 } }).call('outer'))).toBeUndefined();
  });
});

describe('concurrency', () => {
  it('refuses beyond the queue with SERVER_BUSY', async () => {
    const tool = f
      .action('narrow')
      .concurrency({ max: 1, queue: 1 })
      .handle(() => sleep(20, 'done'));
    const { call } = start([tool]);
    const codes = (await Promise.all([1, 2, 3].map(() => call('narrow')))).map(codeOf);
    expect(codes).toEqual([undefined, undefined, 'SERVER_BUSY']);
  });

  it('counts apart for each key, and serialises by the key that is given', async () => {
    let running = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++running);
      await sleep(5);
      running--;
    };
    const apart = f
      .action('apart')
      .withString('k')
      .concurrency({ max: 1, key: ({ k }) => k })
      .handle(work);
    const { call } = start([apart]);
    await Promise.all(['a', 'b', 'a', 'b'].map((k) => call('apart', { k })));
    expect(most).toBe(2);
    most = 0;
    const serial = ['x', 'y'].map((name) =>
      f
        .action(name)
        .withString('k')
        .serialize(({ k }) => k)
        .handle(work),
    );
    const second = start(serial);
    await Promise.all(['x', 'y', 'x'].map((name) => second.call(name, { k: 'same' })));
    expect(most).toBe(1);
  });
});

describe('log records', () => {
  const hostile: Record<string, unknown> = {
    big: 1n,
    fn: () => 1,
    get bad() {
      throw new Error('no');
    },
    json: {
      toJSON: () => {
        throw new Error('no');
      },
    },
  };
  hostile['self'] = hostile;
  const tool = f.action('logs').handle((_input, ctx) => {
    ctx.log.info('hostile', hostile);
    ctx.log.error('list', [1]);
    ctx.log.debug('plain');
    ctx.log.alert('error', { cause: new Error('why') });
    return 'done';
  });

  it('go to the client from the level it asked for, with any data (LOG)', async () => {
    const { call, frames } = start([tool]);
    await call('logs', {}, { 'io.modelcontextprotocol/logLevel': 'info' });
    expect(frames.filter(({ method }) => method === 'notifications/message').map(({ params }) => params)).toEqual([
      {
        level: 'info',
        logger: 'logs',
        data: {
          message: 'hostile',
          big: '1n',
          fn: '[function]',
          bad: '[unreadable]',
          json: '[unreadable]',
          self: '[circular]',
        },
      },
      { level: 'error', logger: 'logs', data: { message: 'list', data: [1] } },
      { level: 'alert', logger: 'logs', data: { message: 'error', cause: { name: 'Error', message: 'why' } } },
    ]);
  });

  it('keep their message when the data has one, and are never without', async () => {
    const clash = f.action('clash').handle((_input, ctx) => {
      ctx.log.error('charge failed', { message: 'no funds' });
      ctx.log.error(undefined as never);
      ctx.log.error('json', { toJSON: () => 'a string' });
    });
    const { call, frames } = start([clash]);
    await call('clash', {}, { 'io.modelcontextprotocol/logLevel': 'info' });
    expect(frames.slice(0, 3).map(({ params }) => params?.['data'])).toEqual([
      { message: 'charge failed', data: { message: 'no funds' } },
      'null',
      { message: 'json', data: 'a string' },
    ]);
  });

  it('with more in them than a log should hold are cut', async () => {
    let shared: object = { leaf: true };
    for (let level = 0; level < 18; level++) shared = { left: shared, right: shared };
    const large = f.action('large').handle((_input, ctx) => ctx.log.error('large', shared));
    const { call, frames } = start([large]);
    await call('large', {}, { 'io.modelcontextprotocol/logLevel': 'info' });
    expect(JSON.stringify(frames[0]).length).toBeLessThan(1_000_000);
  });

  it('and events may meet sinks that throw: the call goes on, the key is freed', async () => {
    const broken = (): never => {
      throw new Error('disk full');
    };
    const complains = vi.spyOn(console, 'error').mockImplementation(() => {});
    const said = f.mutation('said').handle((_input, ctx) => {
      ctx.log.error('x');
      return 'done';
    });
    const { call } = start([said], { log: broken, onCallEvent: broken });
    const results = [await call('said'), await call('said')];
    expect(results.map(({ content }) => content[0]?.text)).toEqual(['done', 'done']);
    expect(complains).toHaveBeenCalled();
    complains.mockRestore();
  });

  it('do not go to a client that asked for none', async () => {
    const { call, frames } = start([tool]);
    await call('logs');
    expect(frames).toHaveLength(1);
  });

  it('never go to a client of a server without logging (case 85)', async () => {
    const { call, frames, begin, send } = start([tool], { logging: false });
    await call('logs', {}, { 'io.modelcontextprotocol/logLevel': 'debug' });
    expect(frames).toHaveLength(1);
    send({ id: 'i', method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {} } });
    send({ id: 's', method: 'logging/setLevel', params: { level: 'debug' } });
    await begin('logs').answer;
    expect(frames.find(({ id }) => (id as unknown) === 's')?.error?.code).toBe(-32601);
  });
});
