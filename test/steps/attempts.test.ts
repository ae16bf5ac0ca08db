import { ask, createServer, initMCPFusion, step, type ServerOptions } from '@mcpfusion/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { bothEras } from '../lib/play.js';
import { endOf } from '../lib/raw-frames.js';
import { openStateless } from './lib/open-stateless.js';

const f = initMCPFusion();
const fields = { ok: ask.boolean() };
const yes = { action: 'accept', content: { ok: true } };
const ran: string[] = [];
beforeEach(() => void (ran.length = 0));

const serve = (tool: ServerOptions<object>['tools'][number]) =>
  createServer({ name: 'test', version: '1', log: false, development: false, tools: [tool] });
const note = (name: string) =>
  step(name, (_signal, { idempotencyKey }) => {
    ran.push(`${name} ${idempotencyKey}`);
    return idempotencyKey;
  });
/** How often each ran, with how many keys: `{ create: '2 runs, 1 key' }`. */
function attempts(): Record<string, string> {
  const names = new Set(ran.map((what) => what.split(' ')[0] as string));
  const of = (name: string): string[] => ran.filter((what) => what.startsWith(`${name} `));
  return Object.fromEntries([...names].map((name) => [name, `${of(name).length} runs, ${new Set(of(name)).size} key`]));
}

/** The key of a step, told by its own number and not by those that happen to run. */
const looks = f
  .query('looks')
  .interactive()
  .handle(async function* () {
    const first = yield* note('before');
    yield* ask.form('Sure?', fields);
    const second = yield* note('after');
    return first.slice(0, 36) === second.slice(0, 36) ? 'one call' : 'two calls';
  });

describe('2026-07-28: a step that runs again', () => {
  it('MRT-16: of a query whose answer comes twice has the same key; what was done before the question is not done again', async () => {
    const client = openStateless(serve(looks));
    const { result } = await client.call('looks');
    const params = { requestState: result?.requestState, inputResponses: { 'ask-1': yes } };
    for (let time = 0; time < 3; time++) expect(endOf(await client.call('looks', params))).toBe('complete: one call');
    expect(attempts()).toEqual({ before: '1 runs, 1 key', after: '3 runs, 1 key' });
  });

  it('of another call has another key, though its arguments are the same', async () => {
    const client = openStateless(serve(looks));
    for (let time = 0; time < 2; time++) await client.call('looks');
    expect(attempts()).toEqual({ before: '2 runs, 2 key' });
  });

  it('of a mutation does not: the second answer is STATE_USED', async () => {
    const tool = f
      .mutation('changes')
      .interactive()
      .handle(async function* () {
        yield* note('before');
        yield* ask.form('Sure?', fields);
        yield* note('after');
        return 'over';
      });
    const client = openStateless(serve(tool));
    const { result } = await client.call('changes');
    const params = { requestState: result?.requestState, inputResponses: { 'ask-1': yes } };
    const ends = await Promise.all([client.call('changes', params), client.call('changes', params)]);
    expect(ends.map(endOf).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['STATE_USED', 'complete: over']);
    expect(attempts()).toEqual({ before: '1 runs, 1 key', after: '1 runs, 1 key' });
  });

  it('has the same key in another process, though no step stood before the question', async () => {
    const pays = f
      .mutation('pays')
      .interactive()
      .handle(async function* () {
        yield* ask.form('Sure?', fields);
        return yield* note('pay');
      });
    // Two processes with one state key: neither knows what the other has done.
    const input = { stateKeys: 'k'.repeat(32) };
    const clients = [1, 2].map(() =>
      openStateless(createServer({ name: 'test', version: '1', log: false, development: false, tools: [pays], input })),
    );
    const { result } = (await clients[0]?.call('pays')) ?? {};
    const params = { requestState: result?.requestState, inputResponses: { 'ask-1': yes } };
    const ends = await Promise.all(clients.map((client) => client.call('pays', params)));
    expect(ends.map(endOf)).toEqual([expect.stringMatching(/^complete: /), endOf(ends[0] ?? {})]);
    expect(attempts()).toEqual({ pay: '2 runs, 1 key' });
  });

  it('has another key where one state was answered in another way', async () => {
    const picks = f
      .query('picks')
      .interactive()
      .handle(async function* () {
        yield* note('before');
        const { ok } = yield* ask.form('Sure?', fields);
        yield* note('after');
        return String(ok);
      });
    const client = openStateless(serve(picks));
    const { result } = await client.call('picks');
    for (const ok of [true, false, true]) {
      const inputResponses = { 'ask-1': { action: 'accept', content: { ok } } };
      const { requestState } = result ?? {};
      expect(endOf(await client.call('picks', { requestState, inputResponses }))).toBe(`complete: ${String(ok)}`);
    }
    expect(attempts()).toEqual({ before: '1 runs, 1 key', after: '3 runs, 2 key' });
  });

  it('too few answers run nothing', async () => {
    const client = openStateless(serve(looks));
    const { result } = await client.call('looks');
    let { requestState } = result ?? {};
    for (const inputResponses of [{}, { 'ask-1': { action: 'accept', content: {} } }, { other: yes }]) {
      const again = await client.call('looks', { requestState, inputResponses });
      expect(endOf(again)).toBe('asks ask-1');
      ({ requestState } = again.result ?? {});
    }
    expect(attempts()).toEqual({ before: '1 runs, 1 key' });
    expect(endOf(await client.call('looks', { requestState, inputResponses: { 'ask-1': yes } }))).toBe(
      'complete: one call',
    );
    expect(attempts()).toEqual({ before: '1 runs, 1 key', after: '1 runs, 1 key' });
  });
});

describe.each(bothEras)('a step that waits for a call that asks, %s', (era, play) => {
  it('begins again with the same key, and its calls are not made again', async () => {
    const confirm = f
      .mutation('confirm')
      .withString('of')
      .interactive()
      .handle(async function* ({ of }) {
        yield* note(`inner-${of}`);
        return (yield* ask.form(of, fields)).ok;
      });
    const tool = f
      .action('outer')
      .interactive()
      .handle(async function* (_input, ctx) {
        const one = yield* step('outer', async (_signal, { idempotencyKey }) => {
          ran.push(`outer ${idempotencyKey}`);
          return [await ctx.call(confirm, { of: 'a' }), await ctx.call(confirm, { of: 'b' })];
        });
        return JSON.stringify(one);
      });
    expect(await play(serve(tool), 'outer', () => yes)).toBe('complete: [true,true]');
    expect(attempts()).toEqual({
      // In a session it waits.
      outer: era === '2026-07-28' ? '3 runs, 1 key' : '1 runs, 1 key',
      'inner-a': '1 runs, 1 key',
      'inner-b': '1 runs, 1 key',
    });
  });
});
