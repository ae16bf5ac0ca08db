import { setTimeout as sleep } from 'node:timers/promises';
import { ask, createMemoryStore, createServer, initMCPFusion, step, type KvStore } from '@mcpfusion/core';
import { describe, expect, it } from 'vitest';
import { bothEras } from '../lib/play.js';
import { endOf } from '../lib/raw-frames.js';
import { rawRetries, stateOf } from '../lib/raw-retry.js';

const f = initMCPFusion();
const fields = { ok: ask.boolean() };
const accept = { action: 'accept', content: { ok: true } };

describe('calls side by side, which a question follows', () => {
  it.each(bothEras)('are made once, whatever order they come in when it is answered, %s', async (_era, play) => {
    const ran: string[] = [];
    const doing = (name: string) =>
      f
        .action(name)
        .withString('item')
        .withInteger('ms')
        .handle(async ({ item, ms }) => {
          await sleep(ms);
          ran.push(`${name} ${item}`);
          return item;
        });
    const [reserve, pay] = [doing('reserve'), doing('pay')];
    const tool = f
      .mutation('buy')
      .interactive()
      .handle(async function* (_input, ctx) {
        const items = [
          { item: 'a', ms: 30 },
          { item: 'b', ms: 1 },
        ];
        await Promise.all(
          items.map(async (one) => {
            await ctx.call(reserve, one);
            await ctx.call(pay, one);
          }),
        );
        // Twice the same is two calls.
        await ctx.call(pay, { item: 'c', ms: 0 });
        await ctx.call(pay, { item: 'c', ms: 0 });
        yield* ask.form('Sure?', fields);
        return 'bought';
      });
    const server = createServer({ name: 'test', version: '1', log: false, tools: [tool] });
    expect(await play(server, 'buy', () => accept)).toBe('complete: bought');
    expect(ran.toSorted()).toEqual(['pay a', 'pay b', 'pay c', 'pay c', 'reserve a', 'reserve b']);
  });

  it('2026-07-28: what a call inside does while the question is sealed is in the state that goes out', async () => {
    const ran: string[] = [];
    const memory = createMemoryStore();
    let whenKept: (() => Promise<void>) | undefined;
    const store: KvStore = {
      isShared: true,
      put: async (key, ...rest) => {
        const kept = whenKept;
        whenKept = undefined;
        await kept?.();
        return memory.put(key, ...rest);
      },
      get: async (key) => memory.get(key),
      take: async (key) => memory.take(key),
    };
    let goOn!: () => void;
    const isKeeping = new Promise<void>((resolve) => (goOn = resolve));
    let refused = 0;
    const look = f
      .query('look')
      .interactive()
      .handle(async function* () {
        await isKeeping;
        yield* step('look', () => void ran.push('looked'));
        return 'looked';
      });
    const pay = f.mutation('pay').handle(() => void ran.push('paid'));
    const tool = f
      .action('buy')
      .interactive()
      .handle(async function* (_input, ctx) {
        yield* step('large', () => 'x'.repeat(20_000));
        const looking = ctx.call(look, {});
        // When the state is on its way to the store.
        whenKept ??= async () => {
          goOn();
          while (ran.length === 0) await sleep(1);
          await ctx.call(pay, {}).catch(() => refused++);
        };
        yield* ask.form('Sure?', fields);
        await ctx.call(pay, {});
        return looking;
      });
    const call = rawRetries(createServer({ name: 'test', version: '1', log: false, store, tools: [tool] }));
    const requestState = await stateOf(call, 'buy', {});
    const params = { requestState, inputResponses: { 'ask-1': accept } };
    expect(endOf(await call('buy', {}, { params }))).toBe('complete: looked');
    expect([ran, refused]).toEqual([['looked', 'paid'], 1]);
  });

  it('2026-07-28: a call that ends only with the answer holds the question up no longer than the grace period', async () => {
    let answer!: () => void;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const watch = f
      .mutation('watch')
      .handle((_input, ctx) =>
        Promise.race([
          answered.then(() => 'seen'),
          new Promise((resolve) => ctx.signal.addEventListener('abort', () => resolve('cut short'))),
        ]),
      );
    const tool = f
      .action('ask.beside')
      .interactive()
      .handle(async function* (_input, ctx) {
        const watching = ctx.call(watch, {});
        yield* ask.form('Sure?', fields);
        answer();
        return watching;
      });
    const call = rawRetries(createServer({ name: 'test', version: '1', log: false, graceMs: 30, tools: [tool] }));
    const requestState = await stateOf(call, 'ask.beside', {});
    const params = { requestState, inputResponses: { 'ask-1': accept } };
    expect(endOf(await call('ask.beside', {}, { params }))).toBe('complete: seen');
  });
});
