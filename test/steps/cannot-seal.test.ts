import {
  ask,
  createMemoryStore,
  createServer,
  initMCPFusion,
  step,
  type FusionError,
  type KvStore,
} from '@mcpfusion/core';
import { describe, expect, it } from 'vitest';
import { endOf } from '../lib/raw-frames.js';
import { rawRetries } from '../lib/raw-retry.js';

const f = initMCPFusion();

/** A call whose state is too large to travel, with a store that may not keep it. */
function serve(store: KvStore, done: string[], { calls = false } = {}) {
  const record = f.mutation('record').handle(() => void done.push('record'));
  const tool = f
    .mutation('provision')
    .interactive()
    .handle(async function* (_input, ctx) {
      if (calls) await ctx.call(record, {});
      yield* step('create', () => {
        done.push('create');
        return 'x'.repeat(20_000);
      });
      let isStarted = false;
      try {
        yield* ask.form('Start it?', { ok: ask.boolean() });
        isStarted = true;
        return 'started';
      } catch (error) {
        done.push((error as FusionError).code);
        throw error;
      } finally {
        if (!isStarted) yield* step('remove', () => void done.push('remove'));
      }
    });
  return createServer({ name: 'test', version: '1', log: false, store, tools: [tool] });
}

describe('2026-07-28: a call that cannot be left at its question', () => {
  it('is told so there, and cleans up: this is its end', async () => {
    const done: string[] = [];
    const memory = createMemoryStore();
    const broken: KvStore = {
      isShared: true,
      get: async (key) => memory.get(key),
      take: async (key) => memory.take(key),
      put: async () => {
        throw new Error('the store is down');
      },
    };
    const answered = await rawRetries(serve(broken, done))('provision');
    expect(endOf(answered)).toBe('INTERNAL_ERROR');
    expect(done).toEqual(['create', 'INTERNAL_ERROR', 'remove']);
  });

  it.each([
    ['one that can is left with its state kept once', false, ['create']],
    ['and so is one that has made a call before', true, ['record', 'create']],
  ])('%s', async (_what, calls, expected) => {
    const done: string[] = [];
    const kept: string[] = [];
    const memory = createMemoryStore();
    const store: KvStore = {
      isShared: true,
      put: async (key, ...rest) => {
        kept.push(key.replace(/:.*/, ''));
        return memory.put(key, ...rest);
      },
      get: async (key) => memory.get(key),
      take: async (key) => memory.take(key),
    };
    const call = rawRetries(serve(store, done, { calls }));
    const { requestState, inputRequests } = (await call('provision')).result ?? {};
    expect([Object.keys(inputRequests ?? {}), kept, done]).toEqual([['ask-1'], ['state'], expected]);
    const inputResponses = { 'ask-1': { action: 'accept', content: { ok: true } } };
    expect(endOf(await call('provision', {}, { params: { requestState, inputResponses } }))).toBe('complete: started');
    expect(done).toEqual(expected);
  });
});
