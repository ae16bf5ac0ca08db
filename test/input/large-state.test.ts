import {
  ask,
  createMemoryStore,
  createServer,
  initMCPFusion,
  requireInput,
  type KvStore,
  type ServerOptions,
} from '@mcpfusion/core';
import { describe, expect, it } from 'vitest';
import { endOf } from '../lib/raw-frames.js';
import { rawRetries, stateOf, type CallRaw } from '../lib/raw-retry.js';

const yes = { input: { action: 'accept', content: { ok: true } } };
const large = 'x'.repeat(50_000);
const hold = initMCPFusion()
  .mutation('hold')
  .withString('tag', 'x', { optional: true })
  .interactive()
  .handle((_input, ctx) => {
    if (ctx.readInput('ok')) return ctx.readRequestState<string>() === large;
    return requireInput({
      inputRequests: { input: requireInput.elicit('Sure?', { ok: ask.boolean() }) },
      state: large,
    });
  });

const create = (options: Partial<ServerOptions<object>> = {}): CallRaw =>
  rawRetries(createServer({ name: 'test', version: '1', log: false, tools: [hold], ...options }));
const retry = (requestState: string, inputResponses: object = yes) => ({ params: { inputResponses, requestState } });

/** As many processes have it in common: of this one, it is only said to be. */
const sharedStore = (): KvStore => {
  const store = createMemoryStore();
  return {
    isShared: true,
    put: (...args) => store.put(...args),
    get: (key) => store.get(key),
    take: (key) => store.take(key),
  };
};
const stateKeys = 'k'.repeat(32);

describe('input.maxStateBytes', () => {
  it('a state that is too large to travel is kept in the store, and comes back', async () => {
    const call = create();
    const state = await stateOf(call, 'hold', {});
    expect(state.length).toBeLessThan(8_192);
    const again = await stateOf(call, 'hold', {}, retry(state, {}));
    expect(again.length).toBeLessThan(8_192);
    expect(endOf(await call('hold', { tag: 'other' }, retry(again)))).toBe('-32602');
    expect(endOf(await call('hold', {}, retry(again)))).toBe('complete: true');
    expect(endOf(await call('hold', {}, retry(state)))).toBe('STATE_USED');
  });

  it('with a key that others may have, and a store that they have not, it is STATE_TOO_LARGE', async () => {
    const call = create({ input: { stateKeys } });
    expect(endOf(await call('hold'))).toBe('STATE_TOO_LARGE');
  });

  it('with a store that they have, another process opens it', async () => {
    const store = sharedStore();
    const state = await stateOf(create({ store, input: { stateKeys } }), 'hold', {});
    const other = create({ store, input: { stateKeys } });
    expect(endOf(await other('hold', {}, retry(state)))).toBe('complete: true');
    expect(endOf(await create({ store, input: { stateKeys } })('hold', {}, retry(state)))).toBe('STATE_USED');
  });

  it('what is kept is sealed, so that who can write to the store cannot write a state', async () => {
    const values: unknown[] = [];
    const inner = sharedStore();
    const store: KvStore = {
      ...inner,
      put: (key, value, ...rest) => (values.push(value), inner.put(key, value, ...rest)),
    };
    const call = create({ store, input: { stateKeys } });
    await stateOf(call, 'hold', {});
    expect(values).toHaveLength(1);
    expect(values[0]).toMatch(/^[\w-]+$/);
    const forging: KvStore = { ...inner, get: async () => JSON.stringify({ memory: {} }) };
    const forged = create({ store: forging, input: { stateKeys } });
    const state = await stateOf(call, 'hold', {});
    expect(endOf(await forged('hold', {}, retry(state)))).toBe('-32602');
  });

  it('when the store has lost it, the state is refused', async () => {
    const state = await stateOf(create({ store: sharedStore(), input: { stateKeys } }), 'hold', {});
    const other = create({ store: sharedStore(), input: { stateKeys } });
    expect(endOf(await other('hold', {}, retry(state)))).toBe('-32602');
  });

  it('too small for the name of a kept state, it says so instead of giving what cannot be opened', async () => {
    expect(endOf(await create({ input: { maxStateBytes: 300 } })('hold'))).toBe('STATE_TOO_LARGE');
  });

  it('a store that rejects fails the call, and one that is full says SERVER_BUSY', async () => {
    const broken: KvStore = {
      ...sharedStore(),
      put: () => Promise.reject(new Error('no connection')),
      get: () => Promise.reject(new Error('no connection')),
    };
    expect(endOf(await create({ store: broken })('hold'))).toBe('INTERNAL_ERROR');
    const state = await stateOf(create({ store: sharedStore(), input: { stateKeys } }), 'hold', {});
    expect(endOf(await create({ store: broken, input: { stateKeys } })('hold', {}, retry(state)))).toBe('-32603');
    expect(endOf(await create({ store: createMemoryStore({ maxChars: 1_000 }) })('hold'))).toBe('SERVER_BUSY');
  });
});
