import { describe, expect, it, vi } from 'vitest';
import { Cancellation } from './cancellation.js';
import { createCallContext, extendContext, noReaders } from './call-context.js';

const openLog = vi.fn<() => never>(() => ({}) as never);
const openSignal = vi.fn<() => AbortSignal>(() => new Cancellation().signal);
const extra = {
  get signal() {
    return openSignal();
  },
  headers: new Headers(),
  requestId: 1,
  toolName: 't',
} as never;
const create = (context: unknown) =>
  createCallContext(
    context,
    { extra, progress: (() => {}) as never, readers: noReaders, openLog },
    (() => {}) as never,
  ) as unknown as Record<PropertyKey, unknown>;
const extend = (context: unknown, added: unknown) => extendContext(create(context) as never, added as object) as never;

class Session {
  #user = 'ann';
  tenant = 'one';
  get user(): string {
    return this.#user;
  }
}
class Quiet extends Session {}

describe('what contextFactory returns', () => {
  it.each([
    ['null', null, 'got null'],
    ['nothing', undefined, 'got undefined'],
    ['a number', 5, 'got 5'],
    ['a list', [1], 'got an instance of Array'],
    ['a function', () => 1, 'got a function'],
    ['an instance', new Session(), 'got an instance of Session'],
    ['an instance of a child', new Quiet(), 'got an instance of Quiet'],
    ['a Map', new Map(), 'got an instance of Map'],
    ['what inherits its members', Object.create({ tenant: 'one' }), 'got an object that inherits'],
  ])('must be a plain object: %s is refused', (_what, context, words) => {
    expect(() => create(context)).toThrow(`Expected contextFactory to return a plain object, ${words}`);
    expect(() => create(context)).toThrow(expect.objectContaining({ code: 'SETUP' }) as Error);
  });

  it('says where an instance belongs', () => {
    expect(() => create(new Session())).toThrow('Put it into a member: { session }.');
  });

  it.each([
    ['a literal', { tenant: 'one', session: new Session() }],
    ['a frozen one', Object.freeze({ tenant: 'one', session: new Session() })],
    ['one without prototype', Object.assign(Object.create(null) as object, { tenant: 'one', session: new Session() })],
  ])('is copied: %s', (_what, context) => {
    const before = Object.getOwnPropertyDescriptors(context);
    const ctx = extend(context, { role: 'admin' }) as typeof context & {
      tenant: string;
      session: Session;
      role: string;
    };
    expect([ctx.tenant, ctx.session.user, ctx.role]).toEqual(['one', 'ann', 'admin']);
    expect(Object.getOwnPropertyDescriptors(context)).toEqual(before);
  });

  it('loses to the framework, and keeps its symbols', () => {
    const key = Symbol('key');
    expect(create({ toolName: 'mine', [key]: 1 })).toMatchObject({ toolName: 't', [key]: 1 });
    expect(extend({ [key]: 1 }, { toolName: 'mine' })).toMatchObject({ toolName: 't', [key]: 1 });
  });
});

it('a copy of ctx has all of it', () => {
  const ctx = create({ tenant: 'one' });
  const copy = { ...ctx };
  expect(Object.keys(copy).toSorted()).toEqual(Object.keys(ctx).toSorted());
  expect([copy['signal'], copy['headers'], copy['log'], copy['tenant']]).toEqual([
    expect.any(AbortSignal),
    expect.any(Headers),
    {},
    'one',
  ]);
});

it('an object in front of ctx, or one that inherits from it, has all of it, too', () => {
  const ctx = create({ tenant: 'one' });
  for (const other of [new Proxy(ctx, {}), Object.create(ctx) as typeof ctx]) {
    expect([other['signal'], other['log'], other['tenant'], 'headers' in other]).toEqual([
      expect.any(AbortSignal),
      {},
      'one',
      true,
    ]);
  }
});

it('an application may have lazy names of its own: those of the framework win', () => {
  const ctx = create({ log: 'mine', signal: 'mine', headers: 'mine', tenant: 'one' });
  expect([ctx['log'], ctx['signal'], ctx['headers'], ctx['tenant']]).toEqual([
    {},
    expect.any(AbortSignal),
    expect.any(Headers),
    'one',
  ]);
  expect(Object.keys(ctx).filter((name) => name === 'log')).toHaveLength(1);
});

it.each<[string, (ctx: object) => unknown]>([
  ['freeze', (ctx) => Object.freeze(ctx)],
  ['seal', (ctx) => Object.seal(ctx)],
  ['preventExtensions', (ctx) => Object.preventExtensions(ctx)],
])('ctx may be hardened with Object.%s', (_how, harden) => {
  openLog.mockClear();
  const ctx = create({ tenant: 'one' });
  const names = Object.keys(ctx).toSorted();
  harden(ctx);
  expect([Object.keys(ctx).toSorted(), openLog.mock.calls.length]).toEqual([names, 0]);
  expect([{ ...ctx }['signal'], ctx['log'], ctx['tenant']]).toEqual([expect.any(AbortSignal), {}, 'one']);
  expect(extend({}, { ...ctx })).toMatchObject({ tenant: 'one' });
});

it('ctx may be given members, and has them in copies', () => {
  const ctx = create({});
  ctx['user'] = 'ann';
  expect({ ...ctx }['user']).toBe('ann');
});

it('a context with a member __proto__ changes no prototype', () => {
  const ctx = create(JSON.parse('{"__proto__":{"role":"admin"},"tenant":"one"}'));
  expect([ctx['role'], ctx['tenant'], Object.hasOwn(ctx, '__proto__')]).toEqual([undefined, 'one', true]);
});

describe('what middleware adds', () => {
  it('must be a plain object', () => {
    expect(() => extend({}, new Session())).toThrow(
      'Expected next() to get a plain object, got an instance of Session. Put it into a member: { session }.',
    );
    expect(() => extend({}, null)).toThrow('Expected next() to get a plain object, got null.');
  });

  it('opens neither signal nor log', () => {
    openLog.mockClear();
    openSignal.mockClear();
    const ctx = extend({ tenant: 'one' }, { role: 'admin' }) as { signal: AbortSignal; log: unknown };
    expect([openLog, openSignal].map((open) => open.mock.calls.length)).toEqual([0, 0]);
    expect(ctx.signal).toBeInstanceOf(AbortSignal);
    expect([ctx.log, openLog.mock.calls.length]).toEqual([{}, 1]);
  });

  it('may be a copy of ctx, or ctx itself', () => {
    openSignal.mockClear();
    const key = Symbol('key');
    const ctx = create({ tenant: 'one', [key]: 1 });
    for (const added of [{ ...ctx, role: 'admin' }, ctx]) {
      const extended = extendContext(create({}) as never, added) as unknown as Record<PropertyKey, unknown>;
      expect(extended).toMatchObject({ tenant: 'one', [key]: 1, requestId: 1 });
    }
    // Looked at once, by the copy.
    expect(openSignal).toHaveBeenCalledTimes(1);
  });

  it('is nothing: ctx stays the same', () => {
    const ctx = create({});
    expect(extendContext(ctx as never, {})).toBe(ctx);
  });
});
