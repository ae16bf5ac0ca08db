import {
  ask,
  createServer,
  initMCPFusion,
  inputResponse,
  readInput,
  readRequestState,
  requireInput,
  text,
  type Server,
  type ServerOptions,
} from '@mcpfusion/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bothEras } from '../lib/play.js';
import { endOf, isQuestion } from '../lib/raw-frames.js';
import { rawRetries } from '../lib/raw-retry.js';
import { openSession } from '../lib/raw-session.js';

const f = initMCPFusion();
const fields = { word: ask.string() };
const seen: string[] = [];
afterEach(() => {
  seen.length = 0;
  vi.useRealTimers();
});

/** Asks for one word, by a form of its own. */
const word = f
  .action('word')
  .withString('of')
  .interactive()
  .handle(({ of }) => readInput<string>('word') ?? requireInput.elicit(of, fields));

const serve = (...tools: ServerOptions<object>['tools'][number][]): Server =>
  createServer({ name: 'test', version: '1', log: false, tools });
/** Answers each question with its own message, in other letters. */
const echo = ({ params }: { params: Record<string, unknown> }) => ({
  action: 'accept',
  content: { word: (params['message'] as string).toUpperCase() },
});

describe.each(bothEras)('a call inside a call, %s', (_era, play) => {
  it('asks for the call around it, which goes on with its result', async () => {
    const outer = f
      .action('outer')
      .interactive()
      .handle(async (_input, ctx) => `outer ${await ctx.call(word, { of: 'a' })}`);
    expect(await play(serve(outer), 'outer', echo)).toBe('complete: outer A');
  });

  it('sees its own answers only, one after the other and at once', async () => {
    const outer = f
      .action('outer')
      .interactive()
      .handle(async (_input, ctx) => {
        const own = ctx.readInput<string>('word');
        if (own === undefined) return requireInput.elicit('own', fields);
        const first = await ctx.call(word, { of: 'first' });
        const both = await Promise.all([
          ctx.call(word, { of: 'b' }),
          ctx.call(word, { of: 'c' }),
          ctx.call(word, { of: 'b' }),
        ]);
        return [own, first, ...both, ctx.readInput<string>('word'), readInput<string>('word')].join(' ');
      });
    const asked: string[] = [];
    const end = await play(serve(outer), 'outer', (question) => {
      asked.push(question.params['message'] as string);
      return echo(question);
    });
    expect(end).toBe('complete: OWN FIRST B C B OWN OWN');
    expect(asked.toSorted()).toEqual(['b', 'b', 'c', 'first', 'own']);
  });

  it.each<[string, () => unknown, string]>([
    ['a text', () => 'text', 'once'],
    ['nothing', () => undefined, 'once'],
    ['plain JSON', () => ({ list: [1, null, { deep: true }] }), 'once'],
    ['a content block', () => text('x'), 'each round'],
    ['a Date', () => ({ at: new Date(0) }), 'each round'],
    ['a member that is undefined', () => ({ gone: undefined }), 'each round'],
    ['a number that JSON has not', () => [Number.NaN], 'each round'],
  ])('that changes something and gives %s is made again as told', async (_what, give, often) => {
    const work = (name: string, kind: 'mutation' | 'action' | 'query') =>
      f[kind](name)
        .withString('of')
        .handle(({ of }) => {
          seen.push(`${name} ${of}`);
          return give();
        });
    const [mutation, action, query] = [work('m', 'mutation'), work('a', 'action'), work('q', 'query')] as const;
    const asking = f
      .mutation('asking')
      .interactive()
      .handle(() => {
        if (readInput('word') === undefined) return requireInput.elicit('inner', fields);
        seen.push('asking');
        return give();
      });
    const outer = f
      .mutation('outer')
      .interactive()
      .handle(async (_input, ctx) => {
        const results = [
          await ctx.call(asking, {}),
          await ctx.call(mutation, { of: '1' }),
          await ctx.call(action, { of: '1' }),
          await ctx.call(mutation, { of: '2' }),
          await ctx.call(query, { of: '1' }),
        ];
        if (readInput('word') === undefined) return requireInput.elicit('outer', fields);
        expect(results).toEqual(Array.from({ length: 5 }, give));
        return 'done';
      });
    expect(await play(serve(outer), 'outer', echo)).toBe('complete: done');
    const changing = ['asking', 'm 1', 'a 1', 'm 2'];
    const round = [...changing, 'q 1'];
    expect(seen).toEqual(often === 'once' ? [...round, 'q 1'] : [...round, ...round]);
  });

  it('that failed is made again, and one that was refused is not', async () => {
    const failing = f.mutation('failing').handle(() => {
      seen.push('failing');
      throw new Error('not today');
    });
    const outer = f
      .action('outer')
      .interactive()
      .handle(async (_input, ctx) => {
        await ctx.call(failing, {}).catch(() => {});
        const refusal = await ctx.call(word, { of: 'refused' }).catch((error: unknown) => error as { code: string });
        const own = readInput<string>('word');
        return own === undefined ? requireInput.elicit('own', fields) : [own, (refusal as { code: string }).code];
      });
    const asked: string[] = [];
    const end = await play(serve(outer), 'outer', (question) => {
      asked.push(question.params['message'] as string);
      return question.params['message'] === 'refused' ? { action: 'decline' } : echo(question);
    });
    expect(end).toBe('complete: ["OWN","INPUT_DECLINED"]');
    // Where the error of a call that asks is caught, the two questions come together.
    expect(asked.toSorted()).toEqual(['own', 'refused']);
    expect(seen.length).toBeGreaterThan(1);
  });

  it('three deep', async () => {
    const middle = f
      .action('middle')
      .withString('of')
      .interactive()
      .handle(async ({ of }, ctx) => {
        const own = readInput<string>('word');
        if (own === undefined) return requireInput.elicit(`${of}-middle`, fields);
        return `${own} ${await ctx.call(word, { of: `${of}-inner` })}`;
      });
    const outer = f
      .action('outer')
      .interactive()
      .handle(async (_input, ctx) =>
        (await Promise.all([ctx.call(middle, { of: 'x' }), ctx.call(middle, { of: 'y' })])).join(' '),
      );
    expect(await play(serve(outer), 'outer', echo)).toBe('complete: X-MIDDLE X-INNER Y-MIDDLE Y-INNER');
  });

  it('that is refused throws its refusal into the call around it, which may go on', async () => {
    const outer = f
      .action('outer')
      .interactive()
      .handle(async (_input, ctx) => {
        const refused = await ctx.call(word, { of: 'no' }).catch((error: { code: string }) => {
          if (error.code === 'INPUT_REQUIRED') throw error;
          return error.code;
        });
        return `${refused} ${await ctx.call(word, { of: 'yes' })}`;
      });
    const end = await play(serve(outer), 'outer', (question) =>
      question.params['message'] === 'no' ? { action: 'decline' } : echo(question),
    );
    expect(end).toBe('complete: INPUT_DECLINED YES');
  });

  it('keeps a state of its own', async () => {
    const inner = f
      .action('inner')
      .interactive()
      .handle(() => {
        const state = readRequestState<string>();
        if (state === undefined)
          return requireInput({ inputRequests: { k: requireInput.elicit('k', fields) }, state: 'inner' });
        return state;
      });
    const outer = f
      .action('outer')
      .interactive()
      .handle(async (_input, ctx) => {
        if (!inputResponse('k'))
          return requireInput({ inputRequests: { k: requireInput.elicit('k', fields) }, state: 'outer' });
        return `${await ctx.call(inner, {})} ${readRequestState<string>()}`;
      });
    expect(await play(serve(outer), 'outer', echo)).toBe('complete: inner outer');
  });

  it('of a tool that never asks cannot read the answers of the call around it, nor can its middleware', async () => {
    const tell = (who: string, read: () => unknown): void => {
      try {
        seen.push(`${who} ${String(read())}`);
      } catch (error) {
        seen.push(`${who} ${(error as { code: string }).code}`);
      }
    };
    const nosy = f
      .query('nosy')
      .use(async ({ next }) => {
        tell('middleware', () => readInput('word'));
        return next();
      })
      .handle(async (_input, ctx) => {
        tell('handler', () => readInput('word'));
        await Promise.resolve();
        tell('later', () => inputResponse());
        tell('ctx', () => ctx.readInput('word'));
      });
    const outer = f
      .action('outer')
      .interactive()
      .handle(async (_input, ctx) => {
        if (readInput('word') === undefined) return requireInput.elicit('own', fields);
        await ctx.call(nosy, {});
        tell('around', () => readInput('word'));
        return 'done';
      });
    expect(await play(serve(outer), 'outer', echo)).toBe('complete: done');
    expect(seen).toEqual(['middleware SETUP', 'handler SETUP', 'later SETUP', 'ctx SETUP', 'around OWN']);
  });

  it('may not ask where the call around it is not .interactive()', async () => {
    const outer = f.action('outer').handle((_input, ctx) => ctx.call(word, { of: 'a' }));
    const between = f
      .action('between')
      .interactive()
      .handle((_input, ctx) => ctx.call(outer, {}));
    for (const tool of [outer, between]) {
      const asked: unknown[] = [];
      const end = await play(serve(tool), tool.name, (question) => asked.push(question));
      expect([end, asked]).toEqual(['SETUP', []]);
    }
  });

  it('that needs what the client lacks fails before it runs', async () => {
    const needy = f
      .action('needy')
      .interactive({ needs: ['url'] })
      .handle(() => void seen.push('ran'));
    const outer = f
      .action('outer')
      .interactive()
      .handle((_input, ctx) => ctx.call(needy, {}));
    const end = await play(serve(outer), 'outer', echo, { capabilities: { elicitation: { form: {} } } });
    expect(end).toBe(_era === '2026-07-28' ? '-32021' : 'ELICITATION_UNSUPPORTED');
    expect(seen).toEqual([]);
  });

  it('that is left alone takes its question back, and many at once of many clients keep apart', async () => {
    const outer = f
      .action('outer')
      .withString('of')
      .interactive()
      .handle(
        async ({ of }, ctx) => `${await ctx.call(word, { of: `${of}1` })} ${await ctx.call(word, { of: `${of}2` })}`,
      );
    const server = serve(outer);
    const names = Array.from({ length: 20 }, (_, n) => `n${n}-`);
    const ends = await Promise.all(names.map((of) => play(server, 'outer', echo, { args: { of } })));
    expect(ends).toEqual(names.map((of) => `complete: ${of.toUpperCase()}1 ${of.toUpperCase()}2`));
    expect(server.counts()).toMatchObject({ inFlight: 0, queued: 0, running: 0, abandonedTotal: 0 });
  });
});

describe('in 2026-07-28', () => {
  it('what calls inside ask at the same time is asked in one round, each under a key of its own', async () => {
    const outer = f
      .action('outer')
      .interactive()
      .handle(async (_input, ctx) => {
        const all = await Promise.allSettled([ctx.call(word, { of: 'a' }), ctx.call(word, { of: 'b' })]);
        for (const one of all) if (one.status === 'rejected') throw one.reason;
        return 'done';
      });
    const answer = await rawRetries(serve(outer))('outer');
    expect(endOf(answer)).toBe('asks 1:word/input, 2:word/input');
  });

  it('with other arguments than in the round before it knows no answer', async () => {
    let round = 0;
    const outer = f
      .action('outer')
      .interactive()
      .handle((_input, ctx) => ctx.call(word, { of: `round ${Math.min(++round, 2)}` }));
    const asked: unknown[] = [];
    const [, play] = bothEras[1] as (typeof bothEras)[number];
    const end = await play(serve(outer), 'outer', (question) => {
      asked.push(question.params['message']);
      return echo(question);
    });
    expect([end, ...asked]).toEqual(['complete: ROUND 2', 'round 1', 'round 2']);
  });
});

describe('in a session', () => {
  it('a cancel takes back what calls inside have asked, and nothing is given up', async () => {
    const outer = f
      .mutation('outer')
      .interactive()
      .handle(async (_input, ctx) => Promise.all([ctx.call(word, { of: 'a' }), ctx.call(word, { of: 'b' })]));
    const server = serve(outer);
    const session = await openSession(server);
    void session.begin(5, 'outer');
    await session.question(2);
    expect(server.counts()).toMatchObject({ inFlight: 1, queued: 0 });
    session.send({ method: 'notifications/cancelled', params: { requestId: 5 } });
    await session.next(({ method }) => method === 'notifications/cancelled', 2);
    await server.close({ drainMs: 5_000 });
    expect(server.counts()).toMatchObject({ inFlight: 0, queued: 0, running: 0, abandonedTotal: 0 });
    expect(session.frames.filter(isQuestion)).toHaveLength(2);
  });

  it('while a call inside asks, the calls around it hold nothing, and their time stands still', async () => {
    vi.useFakeTimers();
    const middle = f
      .mutation('middle')
      .timeout(1_000)
      .interactive()
      .handle((_input, ctx) => ctx.call(word, { of: 'a' }));
    const outer = f
      .mutation('outer')
      .withString('tag')
      .timeout(1_000)
      .concurrency({ max: 1, queue: 0 })
      .interactive()
      .handle(async ({ tag }, ctx) => (tag === 'quick' ? tag : `${tag} ${await ctx.call(middle, {})}`));
    const server = createServer({ name: 'test', version: '1', log: false, tools: [outer], concurrency: { max: 1 } });
    const session = await openSession(server);
    const slow = session.begin(5, 'outer', { tag: 'slow' });
    const { id } = await session.question();
    await vi.advanceTimersByTimeAsync(9 * 60_000);
    expect(endOf(await session.begin(6, 'outer', { tag: 'quick' }))).toBe('complete: quick');
    session.answer(id, { action: 'accept', content: { word: 'A' } });
    expect(endOf(await slow)).toBe('complete: slow A');
    expect(server.counts()).toEqual({ inFlight: 0, queued: 0, running: 0, abandonedTotal: 0 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('many calls with calls inside that ask, one key and one slot for all: each comes to its end', async () => {
    const inner = f
      .mutation('inner')
      .withString('of')
      .interactive()
      .handle(({ of }) => readInput<string>('word') ?? requireInput.elicit(of, fields));
    const outer = f
      .mutation('outer')
      .withString('of')
      .interactive()
      .handle(async ({ of }, ctx) =>
        (await Promise.all([1, 2].map((n) => ctx.call(inner, { of: `${of}${n}` })))).join(' '),
      );
    const server = createServer({ name: 'test', version: '1', log: false, tools: [outer], concurrency: { max: 1 } });
    const session = await openSession(server);
    const calls = Array.from({ length: 10 }, (_, n) => session.begin(100 + n, 'outer', { of: `n${n}-` }));
    const answered = new Set<unknown>();
    const isOver = Promise.all(calls).then(() => 'over' as const);
    for (let number = 1; number <= 20; number++) {
      const { id, params } = await session.question(number);
      answered.add(params?.['message']);
      session.answer(id, { action: 'accept', content: { word: params?.['message'] } });
    }
    expect(await isOver).toBe('over');
    expect((await Promise.all(calls)).map(endOf)).toEqual(
      Array.from({ length: 10 }, (_, n) => `complete: n${n}-1 n${n}-2`),
    );
    expect(answered.size).toBe(20);
    expect(server.counts()).toEqual({ inFlight: 0, queued: 0, running: 0, abandonedTotal: 0 });
  });

  it('what the handler does not wait for is taken back with its answer', async () => {
    const outer = f
      .action('outer')
      .interactive()
      .handle((_input, ctx) => {
        void ctx.call(word, { of: 'a' });
        return new Promise((resolve) => setTimeout(() => resolve('early'), 5));
      });
    const server = serve(outer);
    const session = await openSession(server);
    expect(endOf(await session.begin(5, 'outer'))).toBe('complete: early');
    expect(session.frames.slice(1).map(({ method }) => method)).toEqual([
      'elicitation/create',
      'notifications/cancelled',
      undefined,
    ]);
  });
});
