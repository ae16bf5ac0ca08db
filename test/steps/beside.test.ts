import { ask, createServer, initMCPFusion, InputRefusedError, progress, step } from '@mcpfusion/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { playLive, playRounds, type Seen } from '../lib/play-rounds.js';

const f = initMCPFusion();
const fields = { ok: ask.boolean() };
const done: string[] = [];
beforeEach(() => void (done.length = 0));

/** Asks, and writes down when it has its answer. */
const confirm = f
  .mutation('confirm')
  .withString('of')
  .interactive()
  .handle(async function* ({ of }) {
    yield* step('before', () => void done.push(`before ${of}`));
    const { ok } = yield* ask.form(of, fields);
    yield* step('after', () => void done.push(`after ${of}`));
    return ok;
  });
const record = f
  .mutation('record')
  .withString('what')
  .handle(({ what }) => void done.push(what));

const plays: readonly (readonly [string, (tool: Tool, answer?: object) => Promise<Seen>])[] = [
  ['2025-11-25', (tool, answer = yes) => playLive(serve(tool), { name: 'outer', answer: () => answer })],
  [
    '2026-07-28',
    (tool, answer = yes) => {
      const server = serve(tool);
      return playRounds(() => server, { name: 'outer', answer: () => answer });
    },
  ],
];
type Tool = Parameters<typeof createServer>[0]['tools'][number];
const yes = { action: 'accept', content: { ok: true } };
const serve = (tool: Tool) =>
  createServer({ name: 'test', version: '1', log: false, development: false, tools: [tool] });

describe.each(plays)('a generator and its calls, %s', (era, play) => {
  it('a step that ends while a call beside it asks is done, once', async () => {
    let begin!: () => void;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const slow = f
      .mutation('slow')
      .interactive()
      .handle(async function* () {
        await begun;
        return (yield* ask.form('slow', fields)).ok;
      });
    const outer = f
      .action('outer')
      .interactive()
      .handle(async function* (_input, ctx) {
        const asking = ctx.call(slow, {});
        yield* step('create', () => {
          done.push('create');
          begin();
          return new Promise<void>((resolve) => setTimeout(resolve, 30));
        });
        const isOk = await asking;
        yield* step('use', () => void done.push('use'));
        return String(isOk);
      });
    const { end, questions } = await play(outer);
    expect([end, questions]).toEqual(['complete: true', ['slow']]);
    expect(done).toEqual(['create', 'use']);
  });

  it('what begins beside a step while it runs is none of its own: done once, asked once', async () => {
    const outer = f
      .action('outer')
      .interactive()
      .handle(async function* (_input, ctx) {
        const beside = new Promise(setImmediate).then(async () => [
          await ctx.call(record, { what: 'beside' }),
          await ctx.call(confirm, { of: 'a' }),
        ]);
        beside.catch(() => {});
        yield* step('create', async () => {
          done.push('create');
          await ctx.call(record, { what: 'in step' });
          await new Promise<void>((resolve) => setTimeout(resolve, 20));
        });
        const [, isOk] = await beside;
        yield* ask.form('last', fields);
        return String(isOk);
      });
    const { end, questions } = await play(outer);
    expect([end, questions]).toEqual(['complete: true', ['a', 'last']]);
    expect(done.toSorted()).toEqual(['after a', 'before a', 'beside', 'create', 'in step']);
  });

  it('a step after a caught error of a call that asks does not run before that has its answer', async () => {
    const outer = f
      .action('outer')
      .interactive()
      .handle(async function* (_input, ctx) {
        let isOk: unknown = 'no answer';
        try {
          isOk = await ctx.call(confirm, { of: 'a' });
        } catch {
          yield progress(90, 'caught');
        }
        yield* step('use', () => void done.push(`use ${String(isOk)}`));
        return 'over';
      });
    const accepted = await play(outer);
    expect([accepted.end, accepted.progress]).toEqual(['complete: over', []]);
    expect(done).toEqual(['before a', 'after a', 'use true']);
    done.length = 0;
    const refused = await play(outer, { action: 'decline' });
    expect([refused.end, refused.progress]).toEqual(['complete: over', ['90 caught']]);
    expect(done).toEqual(['before a', 'use no answer']);
  });

  it('calls in steps are made once, whatever they ask, and those beside them too', async () => {
    const outer = f
      .action('outer')
      .interactive()
      .handle(async function* (_input, ctx) {
        await ctx.call(record, { what: 'plain' });
        const both = yield* step('both', async (_signal, { idempotencyKey }) => {
          await ctx.call(record, { what: `in step ${idempotencyKey.replace(/^.*-/, '')}` });
          const first = await ctx.call(confirm, { of: 'first' });
          await ctx.call(record, { what: 'between' });
          return [first, await ctx.call(confirm, { of: 'second' })];
        });
        await ctx.call(record, { what: 'plain' });
        yield* ask.form('third', fields);
        const again = yield* step('both', async () => [await ctx.call(confirm, { of: 'first' })]);
        return JSON.stringify([both, again]);
      });
    const { end, questions } = await play(outer);
    expect(end).toBe('complete: [[true,true],[true]]');
    expect(questions).toEqual(['first', 'second', 'third']);
    expect(done).toEqual([
      'plain',
      'in step 1',
      'before first',
      'after first',
      'between',
      'before second',
      'after second',
      'plain',
      'before first',
      'after first',
    ]);
  });

  it('a call that is refused in a step is an error of that step, with its code, and is not asked again', async () => {
    const outer = f
      .action('outer')
      .interactive()
      .handle(async function* (_input, ctx) {
        const codes: unknown[] = [];
        for (const of of ['a', 'b']) {
          try {
            yield* step('confirm', () => ctx.call(confirm, { of }));
          } catch (error) {
            codes.push((error as { code: string }).code, error instanceof InputRefusedError && error.action);
          }
        }
        return codes.join();
      });
    const { end, questions } = await play(outer, { action: 'cancel' });
    expect([end, questions, done]).toEqual([
      'complete: INPUT_CANCELLED,cancel,INPUT_CANCELLED,cancel',
      ['a', 'b'],
      ['before a', 'before b'],
    ]);
  });

  it('what a finally calls is called at the real end alone, and asks nobody before', async () => {
    const outer = f
      .action('outer')
      .interactive()
      .handle(async function* (_input, ctx) {
        try {
          try {
            yield* ask.form('body', fields);
            return 'over';
          } finally {
            await ctx.call(record, { what: 'inner finally' });
            await ctx.call(confirm, { of: 'finally' });
          }
        } finally {
          done.push('outer finally');
        }
      });
    const { end, questions, rounds } = await play(outer);
    expect([end, questions]).toEqual(['complete: over', ['body', 'finally']]);
    expect(rounds).toBe(era === '2026-07-28' ? 3 : 1);
    expect(done.filter((what) => what !== 'outer finally')).toEqual([
      'inner finally',
      'before finally',
      'after finally',
    ]);
    expect(done.filter((what) => what === 'outer finally')).toHaveLength(rounds);
  });
});
