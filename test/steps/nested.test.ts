import {
  ask,
  createServer,
  initMCPFusion,
  InputRefusedError,
  requireInput,
  step,
  type FusionError,
} from '@mcpfusion/core';
import { describe, expect, it } from 'vitest';
import { bothEras, type Play } from '../lib/play.js';

const f = initMCPFusion();
const number = { n: ask.integer() };

/** Every question and effect, in order; each question is answered by how many came before it. */
async function playAll(play: Play, tools: readonly unknown[], name: string, refuse: readonly string[] = []) {
  const asked: string[] = [];
  const server = createServer<object>({ name: 'test', version: '1', log: false, tools: tools as never });
  const end = await play(server, name, ({ params }) => {
    const { message } = params as { readonly message: string };
    asked.push(message);
    return refuse.includes(message) ? { action: 'decline' } : { action: 'accept', content: { n: asked.length } };
  });
  return { end, asked };
}

/** A child of each kind that asks, with a step on either side of its question. */
function family() {
  const done: string[] = [];
  const child = (kind: 'query' | 'mutation' | 'action') =>
    f[kind](`child.${kind}`)
      .withString('who')
      .interactive()
      .handle(async function* ({ who }) {
        yield* step('before', () => void done.push(`${who} before`));
        const { n } = yield* ask.form(`${who}?`, number);
        yield* step('after', () => void done.push(`${who} after ${n}`));
        return n;
      });
  const quiet = f
    .mutation('quiet')
    .withString('who')
    .handle(({ who }) => {
      done.push(`${who} changed`);
      return `${who} is done`;
    });
  return { done, query: child('query'), mutation: child('mutation'), action: child('action'), quiet };
}

describe.each(bothEras)('calls inside a generator that asks, %s', (_era, play) => {
  it.each(['query', 'mutation', 'action'] as const)(
    'a %s that asks, between questions and steps of the call around it',
    async (kind) => {
      const { done, quiet, ...children } = family();
      const child = children[kind];
      const tool = f
        .mutation('outer')
        .interactive()
        .handle(async function* (_input, ctx) {
          yield* step('one', () => void done.push('one'));
          const first = yield* ask.form('outer 1?', number);
          const a = await ctx.call(child, { who: 'a' });
          const b = await ctx.call(quiet, { who: 'b' });
          yield* step('two', () => void done.push('two'));
          const second = yield* ask.form('outer 2?', number);
          const c = await ctx.call(child, { who: 'c' });
          return [first.n, a, b, second.n, c].join(' ');
        });
      const { end, asked } = await playAll(play, [tool], 'outer');
      expect(end).toBe('complete: 1 2 b is done 3 4');
      expect(asked).toEqual(['outer 1?', 'a?', 'outer 2?', 'c?']);
      expect(done).toEqual(['one', 'a before', 'a after 2', 'b changed', 'two', 'c before', 'c after 4']);
    },
  );

  it('calls inside steps are made once, and counted apart from those outside', async () => {
    const { done, mutation, quiet } = family();
    const tool = f
      .action('outer')
      .interactive()
      .handle(async function* (_input, ctx) {
        const a = yield* step('a', async () => ctx.call(mutation, { who: 'a' }));
        const b = yield* step('b', async () => {
          await ctx.call(quiet, { who: 'b1' });
          return ctx.call(quiet, { who: 'b2' });
        });
        await ctx.call(quiet, { who: 'outside' });
        const { n } = yield* ask.form('outer?', number);
        const c = yield* step('c', async () => ctx.call(mutation, { who: 'c' }));
        await ctx.call(quiet, { who: 'outside again' });
        return [a, b, n, c].join(' ');
      });
    const { end, asked } = await playAll(play, [tool], 'outer');
    expect([end, asked]).toEqual(['complete: 1 b2 is done 2 3', ['a?', 'outer?', 'c?']]);
    expect(done).toEqual([
      ...['a before', 'a after 1', 'b1 changed', 'b2 changed', 'outside changed'],
      ...['c before', 'c after 3', 'outside again changed'],
    ]);
  });

  it('a caught question of a call inside lets no step run before it is answered', async () => {
    const { done, mutation } = family();
    const tool = f
      .action('outer')
      .interactive()
      .handle(async function* (_input, ctx) {
        let got: unknown;
        try {
          got = await ctx.call(mutation, { who: 'a' });
        } catch (error) {
          got = (error as FusionError).code;
        }
        yield* step('act', () => void done.push(`acts on ${String(got)}`));
        const { n } = yield* ask.form('outer?', number);
        return `${String(got)} ${n}`;
      });
    const { end, asked } = await playAll(play, [tool], 'outer');
    expect([end, asked]).toEqual(['complete: 1 2', ['a?', 'outer?']]);
    expect(done).toEqual(['a before', 'a after 1', 'acts on 1']);
  });

  it('a refusal inside is thrown to the call around it, which may go on', async () => {
    const { done, mutation } = family();
    const tool = f
      .action('outer')
      .interactive()
      .handle(async function* (_input, ctx) {
        try {
          return await ctx.call(mutation, { who: 'a' });
        } catch (error) {
          const isRefusal = error instanceof InputRefusedError;
          const { n } = yield* ask.form('outer?', number);
          return `${isRefusal} ${(error as FusionError).code} ${n}`;
        }
      });
    const { end, asked } = await playAll(play, [tool], 'outer', ['a?']);
    expect([end, asked, done]).toEqual(['complete: true INPUT_DECLINED 2', ['a?', 'outer?'], ['a before']]);
  });

  it('calls side by side ask at once', async () => {
    const { done, mutation, action } = family();
    const tool = f
      .action('outer')
      .interactive()
      .handle(async function* (_input, ctx) {
        const both = yield* step('both', async () =>
          Promise.all([ctx.call(mutation, { who: 'a' }), ctx.call(action, { who: 'b' })]),
        );
        const { n } = yield* ask.form('outer?', number);
        return [...both, n].join(' ');
      });
    const { end, asked } = await playAll(play, [tool], 'outer');
    expect([end, asked]).toEqual(['complete: 1 2 3', ['a?', 'b?', 'outer?']]);
    expect(done.toSorted()).toEqual(['a after 1', 'a before', 'b after 2', 'b before']);
  });
});

describe('a generator that also asks by return', () => {
  it.each(bothEras)('does its steps and questions once, %s', async (_era, play) => {
    const done: string[] = [];
    const tool = f
      .action('both')
      .interactive({ onRefusal: 'reenter' })
      .handle(async function* (_input, ctx) {
        yield* step('one', () => void done.push('one'));
        const { n } = yield* ask.form('first?', number);
        yield* step('two', () => void done.push('two'));
        const answered = ctx.inputResponse();
        if (!answered) return requireInput.elicit('second?', { m: ask.integer() });
        const last = yield* ask.form('third?', number);
        return `${n} ${JSON.stringify(answered)} ${last.n}`;
      });
    const { end, asked } = await playAll(play, [tool], 'both', ['second?']);
    expect([end, asked]).toEqual(['complete: 1 {"action":"decline"} 3', ['first?', 'second?', 'third?']]);
    expect(done).toEqual(['one', 'two']);
  });
});
