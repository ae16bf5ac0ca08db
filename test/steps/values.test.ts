import { ask, createServer, FusionError, initMCPFusion, step, StepError, type LogRecord } from '@mcpfusion/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { bothEras } from '../lib/play.js';

const f = initMCPFusion();
const fields = { ok: ask.boolean() };
const yes = (): object => ({ action: 'accept', content: { ok: true } });

let ran = 0;
const records: LogRecord[] = [];
beforeEach(() => {
  ran = 0;
  records.length = 0;
});

const causeOf = (record: LogRecord | undefined): Error =>
  (record as { readonly data: { readonly cause: Error } }).data.cause;

/** Runs a handler and gives the end of its call. */
function run(
  play: (typeof bothEras)[number][1],
  body: () => Generator<unknown, unknown> | AsyncGenerator,
): Promise<string> {
  const tool = f
    .action('runs')
    .interactive()
    .handle(async function* () {
      return yield* body();
    });
  const log = (record: LogRecord): void => void records.push(record);
  const input = { stateKeys: 'k'.repeat(32) };
  return play(createServer({ name: 'test', version: '1', development: false, log, tools: [tool], input }), 'runs', yes);
}

/** A step that gives this, once more after each of two questions. What the handler was given or thrown each time. */
async function* lookThrice(give: () => unknown): AsyncGenerator<unknown, string> {
  const looks: unknown[] = [];
  const look = async function* (): AsyncGenerator<unknown, void> {
    try {
      const value = yield* step('gives', () => {
        ran++;
        return give();
      });
      looks.push(value === undefined ? 'undefined' : value);
    } catch (error) {
      looks.push(describeError(error));
    }
  };
  yield* look();
  yield* ask.form('One?', fields);
  yield* ask.form('Two?', fields);
  yield* step('other', () => 1);
  return JSON.stringify(looks);
}

/** With every member, so that what is live and what is replayed would have to differ nowhere. */
function describeError(error: unknown): unknown {
  const members = Object.fromEntries(Object.entries(error as object).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  // None at all: what was really thrown is for the log.
  if (error instanceof Error && 'cause' in error) return 'an error with a cause';
  if (error instanceof StepError) return ['StepError', members, error.message];
  if (error instanceof FusionError) return ['FusionError', members, error.message];
  return ['another', String(error)];
}

describe.each(bothEras)('what a step gives, %s', (_era, play) => {
  it.each<[string, unknown, unknown]>([
    ['nothing', undefined, 'undefined'],
    ['null', null, null],
    ['a text', 'text \u2028 \uD800', 'text \u2028 \uD800'],
    ['a number', -1.5e300, -1.5e300],
    ['a list with a hole for what is not there', [undefined, 1], [null, 1]],
    ['an object with a member that is not there', { a: undefined, b: [{}] }, { b: [{}] }],
    ['an object without a prototype', Object.assign(Object.create(null) as object, { a: 1 }), { a: 1 }],
    [
      'a member called __proto__',
      JSON.parse('{"__proto__":{"a":1},"constructor":1}'),
      JSON.parse('{"__proto__":{"a":1},"constructor":1}'),
    ],
    ['a member called toJSON that is data', { toJSON: 'a' }, { toJSON: 'a' }],
    ['one that is null', { toJSON: null }, { toJSON: null }],
    ['a shared part', (() => ((part) => [part, part])({ a: 1 }))(), [{ a: 1 }, { a: 1 }]],
  ])('%s: the same in each round, and it runs once', async (_what, value, expected) => {
    const end = await run(play, () => lookThrice(() => value));
    expect([end, ran]).toEqual([`complete: ${JSON.stringify([expected])}`, 1]);
  });

  it('is a copy: what the handler or the step do to their own does not reach the other', async () => {
    const kept: { n: number; list: number[] }[] = [];
    const end = await run(play, async function* () {
      const own = { n: 1, list: [1] };
      const first = yield* step('one', () => own);
      own.n = 2;
      first.list.push(first.n);
      yield* ask.form('One?', fields);
      first.n = 3;
      kept.push(first);
      yield* ask.form('Two?', fields);
      const answer = yield* ask.form('Three?', fields);
      (answer as { ok: unknown }).ok = 'changed';
      yield* ask.form('Four?', fields);
      return JSON.stringify(first);
    });
    expect(end).toBe('complete: {"n":3,"list":[1,1]}');
    expect(kept.every(({ list }) => list.length === 2)).toBe(true);
  });

  class Env {
    readonly id = 1;
    readonly #host = 'a';
    host(): string {
      return this.#host;
    }
  }
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  it.each<[string, () => unknown, string]>([
    ['a Date', () => new Date(0), 'got a Date: return it.toISOString()'],
    ['a Date inside', () => ({ list: [{ at: new Date(0) }] }), '(at list.0.at)'],
    ['a Map', () => new Map(), 'got a Map or Set: return [...it]'],
    ['a Set inside', () => [new Set()], 'got a Map or Set: return [...it] (at 0)'],
    ['a bigint', () => ({ n: 1n }), 'got a bigint: return String(it) (at n)'],
    ['a function', () => () => 1, 'got a function'],
    ['a method', () => ({ close() {} }), 'got a function (at close)'],
    ['a symbol', () => Symbol('x'), 'got a symbol'],
    ['NaN', () => Number.NaN, 'got NaN'],
    ['Infinity inside', () => ({ a: [-Infinity] }), 'got -Infinity, which is no number of JSON (at a.0)'],
    ['a promise inside', () => ({ later: Promise.resolve(1) }), 'got a promise: await it (at later)'],
    ['bytes', () => ({ data: new Uint8Array(2) }), 'got bytes: return them in Base64 (at data)'],
    ['an Error', () => new Error('x'), 'got an Error: throw it, or return its message'],
    ['a class with toJSON', () => new URL('https://page.example'), 'got an object with toJSON()'],
    ['an instance of a class', () => new Env(), 'got an instance of Env: return a plain object'],
    ['one inside', () => ({ a: [new Env()] }), 'got an instance of Env: return a plain object (at a.0)'],
    ['a Response', () => new Response('{}'), 'got an instance of Response: return a plain object'],
    ['Headers inside', () => ({ headers: new Headers() }), 'got an instance of Headers'],
    ['a RegExp', () => /x/, 'got an instance of RegExp'],
    ['a WeakMap', () => new WeakMap(), 'got an instance of WeakMap'],
    ['a number in a box', () => Object(Number.NaN) as unknown, 'got an instance of Number'],
    ['an iterator', () => [1].values(), 'got an instance of'],
    [
      'what a generator gives: a step asks nobody',
      async function* () {
        yield* ask.form('Sure?', fields);
      },
      'got a generator: the function of a step is none, and what asks belongs in the handler',
    ],
    [
      'a plain generator',
      function* () {
        yield 1;
      },
      'got a generator',
    ],
    ['a cycle', () => cyclic, 'circle'],
    [
      'a getter that throws',
      () => ({
        get a(): number {
          throw new Error('no a');
        },
      }),
      'no a',
    ],
    [
      'a proxy that throws',
      () =>
        new Proxy(
          {},
          {
            ownKeys() {
              throw new Error('no keys');
            },
          },
        ),
      'no keys',
    ],
  ])('%s is an error at the step, the same in each round, and it runs once', async (_what, give, words) => {
    const end = await run(play, () => lookThrice(give));
    expect(ran).toBe(1);
    expect(end).toContain('complete: [["StepError",');
    const [[, members, message]] = JSON.parse(end.slice('complete: '.length)) as [[string, object, string]];
    expect(message).toContain(words);
    expect(members).toMatchObject({ name: 'StepError', step: 'gives' });
  });
});

/** Throws for whoever looks at it. */
const hostile = (): object =>
  new Proxy(
    {},
    {
      get() {
        throw new Error('no');
      },
      getPrototypeOf() {
        throw new Error('no');
      },
      has() {
        throw new Error('no');
      },
      ownKeys() {
        throw new Error('no');
      },
      getOwnPropertyDescriptor() {
        throw new Error('no');
      },
    },
  );

/** An error with a member that is not what it should be. */
const errorWith = (members: PropertyDescriptorMap): Error => Object.defineProperties(new Error('told'), members);

describe.each(bothEras)('what a step throws, %s', (_era, play) => {
  const failing = (thrown: unknown): Promise<string> =>
    run(play, () =>
      lookThrice(() => {
        throw thrown;
      }),
    );
  const stepError = (errorName: string, message: string, code?: string): string => {
    const members = { ...(code === undefined ? {} : { code }), errorName, name: 'StepError', step: 'gives' };
    return `complete: ${JSON.stringify([['StepError', members, message]])}`;
  };

  it.each<[string, unknown, string, string, string?]>([
    ['an Error', new TypeError('told'), 'TypeError', 'told'],
    [
      'an Error with a code',
      Object.assign(new Error('told'), { code: 'ECONNREFUSED' }),
      'Error',
      'told',
      'ECONNREFUSED',
    ],
    ['an Error with a number for its code', Object.assign(new Error('told'), { code: 7 }), 'Error', 'told'],
    ['a text', 'told', 'Error', 'told'],
    ['nothing', undefined, 'Error', 'undefined'],
    ['null', null, 'Error', 'null'],
    ['a symbol', Symbol('told'), 'Error', 'Symbol(told)'],
    ['an object without a prototype', Object.create(null), 'Error', 'What was thrown cannot be read.'],
    ['a proxy that throws', hostile(), 'Error', 'What was thrown cannot be read.'],
    [
      'an Error whose message throws',
      errorWith({
        message: {
          get() {
            throw new Error('no');
          },
        },
      }),
      'Error',
      'What was thrown cannot be read.',
    ],
    ['an Error whose message is none', errorWith({ message: { value: { toString: () => 'own' } } }), 'Error', 'own'],
    ['an Error with a symbol for its name', errorWith({ name: { value: Symbol('n') } }), 'Symbol(n)', 'told'],
    [
      'another StepError',
      new StepError('other', { name: 'RangeError', message: 'told', code: 'E' }),
      'StepError',
      'told',
      'E',
    ],
  ])('%s is thrown as a StepError, the same in each round, and it runs once', async (_what, thrown, name, ...rest) => {
    const [message, code] = rest;
    expect(await failing(thrown)).toBe(stepError(name, message, code));
    expect(ran).toBe(1);
  });

  it('a FusionError stays one, with its code, message and recovery', async () => {
    const thrown = new FusionError('NO_ROOM', 'There is no room.', {
      recovery: 'Take another region.',
      retryAfterSeconds: 7,
      cause: new Error('inside'),
    });
    const members = { code: 'NO_ROOM', name: 'FusionError', recovery: 'Take another region.', retryAfterSeconds: 7 };
    expect(await failing(thrown)).toBe(`complete: ${JSON.stringify([['FusionError', members, 'There is no room.']])}`);
    expect(ran).toBe(1);
  });

  it('a FusionError that is not caught ends the call with its code, before and after a question', async () => {
    for (const isAfter of [false, true]) {
      const end = await run(play, async function* () {
        let failed: unknown;
        try {
          yield* step('fails', () => {
            throw new FusionError('NO_ROOM', 'There is no room.');
          });
        } catch (error) {
          failed = error;
        }
        if (isAfter) yield* ask.form('Go on?', fields);
        throw failed;
      });
      expect(end).toBe('NO_ROOM');
      expect(records).toEqual([]);
    }
  });

  it('a StepError that is not caught is INTERNAL_ERROR to the client, and the log says what the step threw', async () => {
    const cause = Object.assign(new RangeError('the disk is full'), { code: 'ENOSPC' });
    const end = await run(play, async function* () {
      yield* ask.form('Go on?', fields);
      yield* step('write', () => {
        throw cause;
      });
    });
    expect(end).toBe('INTERNAL_ERROR');
    const logged = causeOf(records[0]);
    expect(logged).toBeInstanceOf(StepError);
    expect(logged.cause).toBe(cause);
  });

  it('and where it is thrown again after a question, what is known of it', async () => {
    const end = await run(play, async function* () {
      let failed: unknown;
      try {
        yield* step('write', () => {
          throw Object.assign(new RangeError('the disk is full'), { code: 'ENOSPC' });
        });
      } catch (error) {
        failed = error;
      }
      yield* ask.form('Go on?', fields);
      throw failed;
    });
    expect(end).toBe('INTERNAL_ERROR');
    const cause = causeOf(records[0]);
    expect({ ...(cause as object), message: cause.message }).toEqual({
      name: 'StepError',
      step: 'write',
      errorName: 'RangeError',
      code: 'ENOSPC',
      message: 'the disk is full',
    });
  });
});

describe('a step in a tool that is not interactive', () => {
  const steps = f.query('steps').handle(function* () {
    const keys: string[] = [];
    for (const name of ['a', 'a', 'b'])
      keys.push(yield* step(name, (signal, { idempotencyKey }) => `${signal.aborted} ${idempotencyKey}`));
    return { different: new Set(keys).size, calls: new Set(keys.map((key) => key.replace(/-\d+$/, ''))).size };
  });
  const asks = f.query('asks').handle(function* () {
    return yield* ask.form('?', fields);
  } as never);

  it.each(bothEras)('has a key of its own each time, the call’s in front, %s', async (_era, play) => {
    const server = createServer({ name: 'test', version: '1', log: false, tools: [steps] });
    expect(await play(server, 'steps', yes)).toBe('complete: {"different":3,"calls":1}');
  });

  it.each(bothEras)('may not ask: SETUP, %s', async (_era, play) => {
    const server = createServer({ name: 'test', version: '1', log: false, tools: [asks] });
    expect(await play(server, 'asks', yes)).toBe('SETUP');
  });
});

describe.each(bothEras)('yield* is forgotten, %s', (_era, play) => {
  const waiting = (): never => ask.form('Sure?', fields) as never;
  it.each<[string, () => unknown]>([
    [
      'yielded by a sync generator',
      () =>
        (function* () {
          yield waiting();
          return 'wrong';
        })(),
    ],
    [
      'yielded by an async generator',
      () =>
        (async function* () {
          yield waiting();
          return 'wrong';
        })(),
    ],
    [
      'returned by a sync generator',
      () =>
        (function* () {
          yield 1;
          return waiting();
        })(),
    ],
    ['returned by a plain function', waiting],
    ['returned by an async function', async () => waiting()],
    ['awaited', async () => `${await (waiting() as Promise<string>)} wrong`],
    [
      'destructured',
      () => {
        const { ok } = waiting() as { ok: boolean };
        return `${ok} wrong`;
      },
    ],
    ['put into a text', () => `${waiting() as string} wrong`],
    ['put into the answer', () => ({ answer: waiting() as unknown })],
  ])('what was %s is SETUP to the client, and the log names the cure', async (_how, handler) => {
    const tool = f
      .action('forgets')
      .interactive()
      .handle(handler as never);
    const log = (record: LogRecord): void => void records.push(record);
    const server = createServer({ name: 'test', version: '1', development: false, log, tools: [tool] });
    expect(await play(server, 'forgets', yes)).toMatch(/^(SETUP|INTERNAL_ERROR)$/);
    const told = records.filter(({ message }) => message === 'tool failed');
    expect(causeOf(told[0]).message).toContain(
      "Expected `yield* ask.form('Sure?', …)`, got ask.form('Sure?', …) without `yield*`.",
    );
  });
});
