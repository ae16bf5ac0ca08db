import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ask } from './ask.js';
import { step } from './step.js';
import { commandIn, isYieldStar, spell, type YieldStar } from './yield-star.js';

// JavaScript sees no types.
const untyped = (waiting: YieldStar<unknown>): Record<string, unknown> => waiting as never;
const asText = (value: unknown): string => value as string;
const form = (): Record<string, unknown> => untyped(ask.form('Sure?', { confirm: ask.boolean() }));

const cure = "Expected `yield* ask.form('Sure?', …)`, got ask.form('Sure?', …) without `yield*`.";

describe('what waits for `yield*`', () => {
  it.each<[string, () => unknown]>([
    ['reading a member', () => form()['confirm']],
    [
      'destructuring',
      () => {
        const { confirm } = form();
        return confirm;
      },
    ],
    ['await', async () => form() as never],
    ['Promise.resolve', () => Promise.resolve(form())],
    ['JSON', () => JSON.stringify(form())],
    ['JSON of what holds it', () => JSON.stringify({ answer: [form()] })],
    ['a template string', () => `a ${asText(form())}`],
    ['an addition', () => asText(form()) + asText('1')],
    [
      '`yield` in an async generator',
      () =>
        (async function* () {
          yield form();
        })().next(),
    ],
    [
      '`return` from an async generator',
      () =>
        // oxlint-disable-next-line eslint/require-yield -- that is the mistake
        (async function* () {
          return form();
        })().next(),
    ],
  ])('SETUP: %s names the cure', async (_how, use) => {
    const using = (async () => use())();
    await expect(using).rejects.toMatchObject({ code: 'SETUP' });
    await expect(using).rejects.toThrow(cure);
  });

  it('is named as its author wrote it', () => {
    const url = ask.url('Go', 'https://page.example');
    expect(spell(commandIn(url))).toBe("ask.url('Go', …)");
    expect(spell(commandIn(ask.all({ a: url, b: ask.url('Go', 'https://other.example') })))).toBe('ask.all({ a, b })');
    expect(spell(commandIn(ask.all({ a: url })))).toBe('ask.all({ a })');
    expect(spell(commandIn(step('load', () => 1)))).toBe("step('load', …)");
  });

  it('can be looked at, compared and kept', () => {
    expect(isYieldStar(form())).toBe(true);
    expect(inspect(form())).toContain("'ask'");
    expect(Object.prototype.toString.call(form())).toBe('[object Object]');
    const one = form();
    expect(new Set([one, one]).size).toBe(1);
  });

  it('is no other thing', () => {
    for (const other of [undefined, null, 1, 'x', {}, [], () => 1, new Proxy({}, {}), function* () {}])
      expect(isYieldStar(other)).toBe(false);
  });

  it('gives its command once to whoever goes through it, and its answer back', () => {
    const waiting = step('load', () => 1);
    for (let time = 0; time < 2; time++) {
      const iterator = waiting[Symbol.iterator]();
      expect(iterator.next()).toEqual({ done: false, value: commandIn(waiting) });
      expect(iterator.next('value')).toEqual({ done: true, value: 'value' });
    }
  });
});

describe('step()', () => {
  it.each<[string, () => unknown, string]>([
    ['no name', () => step('', () => 1), 'Expected the name of a step to be a string, got an empty one.'],
    ['a name that is none', () => step(1 as never, () => 1), 'Expected the name of a step to be a string, got number.'],
    ['no function', () => step('x', 1 as never), "Expected step 'x' to get a function, got number."],
    ['a promise', () => step('x', Promise.resolve(1) as never), "Expected step 'x' to get a function, got object."],
  ])('SETUP: with %s', (_what, make, message) => {
    expect(make).toThrow(message);
  });
});

describe('ask.all() and ask.url()', () => {
  const page = () => ask.url('Connect', 'https://bank.test/');
  const one = ask.form('?', { ok: ask.boolean() });
  it.each<[string, () => unknown, string]>([
    ['nothing', () => ask.all({}), 'at least one question'],
    ['no object', () => ask.all(undefined as never), 'at least one question'],
    ['a step', () => ask.all({ a: step('x', () => 1) as never }), 'Expected question `a` of ask.all()'],
    ['ask.all() in it', () => ask.all({ a: ask.all({ b: one }) }), 'Expected question `a` of ask.all()'],
    ['fields', () => ask.all({ a: { ok: ask.boolean() } as never }), 'Expected question `a` of ask.all()'],
    [
      'two visits under one id',
      () => {
        const visit = ask.url('Connect', 'https://bank.test/', { id: 'bank' });
        return ask.all({ visit, again: ask.url('Connect again', 'https://bank.test/2', { id: 'bank' }) });
      },
      'each visit of ask.all() to have an id of its own, got two with one',
    ],
    ['two visits of one page', () => ask.all({ visit: page(), again: page() }), 'an id of its own, got two with one'],
    ['a key with a slash', () => ask.all({ 'a/b': one }), 'to be a name without "/"'],
    ['an empty key', () => ask.all({ '': one }), 'to be a name without "/"'],
    ['a key that is no key', () => ask.all({ ['__proto__']: one }), 'to be a name without "/"'],
    ['an empty id', () => ask.url('Go', 'https://page.example', { id: '' }), 'the id of a visit'],
    ['an end that is none', () => ask.url('Go', 'https://page.example', { until: 'end' as never }), 'Expected until'],
    ['a URL that is none', () => ask.url('Go', 'page'), 'URL'],
    ['no message', () => ask.form('', { ok: ask.boolean() }), 'message'],
  ])('SETUP: with %s', (_what, make, message) => {
    expect(make).toThrow(message);
    expect(make).toThrow(expect.objectContaining({ code: 'SETUP' }));
  });
});
