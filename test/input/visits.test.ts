import { createMemoryStore, type KvStore, type ServerOptions } from '@mcpfusion/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { visitPollMs } from '../../packages/core/src/input/visits.js';
import { settle, visitingInBothEras } from '../lib/visiting.js';
import { visitServer, waitingIn } from '../lib/visit-tools.js';

const create = (options: Partial<ServerOptions<object>> = {}) =>
  visitServer({ ...options, input: { visitHoldMs: 0, ...options.input } });

const inUse =
  'complete: SETUP: Another call waits for a visit under this id; no two may share one: make the id in a step.';

/** What several processes share. */
function createShared(): KvStore {
  const memory = createMemoryStore();
  return {
    isShared: true,
    put: (...args) => memory.put(...args),
    get: (key) => memory.get(key),
    take: (key) => memory.take(key),
  };
}

afterEach(() => void vi.useRealTimers());

describe('completeInput', () => {
  it.each([[''], [undefined], [null], [7], [{}]])('refuses %j for an id: SETUP', async (id) => {
    await expect(create().completeInput(id as string)).rejects.toMatchObject({ code: 'SETUP' });
  });

  it.each([[null], ['ann'], [{ principal: 7 }]])('refuses %j for its options: SETUP', async (options) => {
    await expect(create().completeInput('v1', options as object)).rejects.toMatchObject({ code: 'SETUP' });
  });

  it.each([['v1'], ['__proto__'], ['constructor'], ['visit:v1'], ['☃'], ['x'.repeat(100_000)]])(
    'gives false for an id that nobody has asked under (%.20s)',
    async (id) => {
      expect(await create().completeInput(id)).toBe(false);
    },
  );

  it('what the page tells before anybody has asked is not kept', async () => {
    for (const [, begin] of visitingInBothEras) {
      const server = create();
      expect(await server.completeInput('v1')).toBe(false);
      const visiting = await begin(server, 'connect', 'v1');
      expect(await visiting.agree()).toBe('waits');
      await server.completeInput('v1');
      expect(await visiting.end()).toBe('complete: connected v1');
    }
  });
});

describe.each(visitingInBothEras)('a visit, %s', (era, begin) => {
  it.each([['v1 '], ['V1'], ['v'], ['v11'], ['https://bank.test/v1']])(
    'does not end with the id %j: it is another',
    async (id) => {
      const server = create();
      const visiting = await begin(server, 'connect', 'v1');
      expect(await server.completeInput(id)).toBe(false);
      expect(await visiting.agree()).toBe('waits');
      await server.completeInput('v1');
      expect(await visiting.end()).toBe('complete: connected v1');
    },
  );

  it('ELI-28 ELI-43: does not end when another principal has opened the page', async () => {
    const server = create();
    const visiting = await begin(server, 'connect', 'v1', 'ann');
    expect(await server.completeInput('v1', { principal: 'bob' })).toBe(false);
    expect(await server.completeInput('v1', { principal: '' })).toBe(false);
    expect(await visiting.agree()).toBe('waits');
    expect(await server.completeInput('v1', { principal: 'ann' })).toBe(true);
    expect(await visiting.end()).toBe('complete: connected v1');
  });

  it('of somebody who is not known does not end for somebody who is', async () => {
    const server = create();
    const visiting = await begin(server, 'connect', 'v1');
    expect(await server.completeInput('v1', { principal: 'ann' })).toBe(false);
    expect(await visiting.agree()).toBe('waits');
    expect(await server.completeInput('v1')).toBe(true);
    expect(await visiting.end()).toBe('complete: connected v1');
  });

  it.each([
    ['nobody is known', undefined, undefined],
    ['they are of two principals', 'ann', 'bob'],
    ['one of them is known', undefined, 'bob'],
  ])('has an id of its own: a second call under it is not asked (%s)', async (_what, first, second) => {
    const server = create();
    const visiting = await begin(server, 'connect', 'v1', first);
    expect((await begin(server, 'telling', 'v1', second)).began).toBe(inUse);
    // The first does not notice.
    expect(await visiting.agree()).toBe('waits');
    expect(await server.completeInput('v1')).toBe(true);
    expect(await visiting.end()).toBe('complete: connected v1');
  });

  it('follows the same principal to the newer of two calls: the older one is not answered', async () => {
    const server = create({ input: { timeoutMs: 300 } });
    const older = await begin(server, 'connect', 'v1', 'ann');
    const newer = await begin(server, 'connect', 'v1', 'ann');
    expect(newer.began).toBe('asks');
    expect(await older.agree()).toBe('waits');
    expect(await newer.agree()).toBe('waits');
    expect(await server.completeInput('v1')).toBe(true);
    expect(await newer.end()).toBe('complete: connected v1');
    expect(await older.end()).toBe(era === '2025-11-25' ? 'INPUT_TIMEOUT' : 'waits');
  });

  it('of a call that is over may be told of again, and its id used again: the next call waits for its own', async () => {
    const server = create();
    for (let time = 0; time < 3; time++) {
      const visiting = await begin(server, 'connect', 'v1');
      expect(visiting.began).toBe('asks');
      expect(await visiting.agree()).toBe('waits');
      expect(await server.completeInput('v1')).toBe(true);
      expect(await visiting.end()).toBe('complete: connected v1');
      expect(await server.completeInput('v1')).toBe(true);
    }
  });

  it('ends when the time to answer has passed: then nobody has asked', async () => {
    let nowMs = 0;
    const server = create({ store: createMemoryStore({ nowMs: () => nowMs }), input: { timeoutMs: 5_000 } });
    await begin(server, 'connect', 'v1');
    nowMs = 30 * 60_000;
    expect(await server.completeInput('v1')).toBe(true);
    nowMs = 32 * 60_000;
    expect(await server.completeInput('v1')).toBe(false);
    await server.close({ drainMs: 0 });
  });

  it('may be told of to any process that shares the store', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const options = { store: createShared(), input: { stateKeys: 'k'.repeat(32) } };
    const [asking, told] = [create(options), create(options)];
    const visiting = await begin(asking, 'connect', 'v1');
    expect(await visiting.agree(told)).toBe('waits');
    expect(await told.completeInput('v1')).toBe(true);
    await settle();
    await vi.advanceTimersByTimeAsync(visitPollMs);
    expect(await visiting.end(told)).toBe('complete: connected v1');
    expect(waitingIn(asking) + waitingIn(told)).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not asked for when the store cannot keep it: SERVER_BUSY', async () => {
    const memory = createMemoryStore({ maxChars: 1 });
    const visiting = await begin(create({ store: memory }), 'connect', 'v1');
    expect(visiting.began).toBe('SERVER_BUSY');
  });
});

describe('2026-07-28', () => {
  it('a retry that is held in one process goes on when another is told', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const [, [, begin] = visitingInBothEras[0]!] = visitingInBothEras;
    const options = { store: createShared(), input: { stateKeys: 'k'.repeat(32), visitHoldMs: 60_000 } };
    const [asking, told] = [create(options), create(options)];
    const visiting = await begin(asking, 'connect', 'v1');
    const held = visiting.agree();
    await vi.waitUntil(() => waitingIn(asking) === 1);
    expect(await told.completeInput('v1')).toBe(true);
    await vi.advanceTimersByTimeAsync(visitPollMs);
    expect(await held).toBe('complete: connected v1');
    expect(vi.getTimerCount()).toBe(0);
  });
});
