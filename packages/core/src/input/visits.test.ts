import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLog, type LogRecord } from '../handler/log.js';
import type { KvStore } from '../store/kv-store.js';
import { createMemoryStore } from '../store/memory-store.js';
import { visitPollMs, Visits } from './visits.js';

const asked = (call: string, ...ids: string[]) => ({
  call,
  ask: 'ask-1',
  ids: Object.fromEntries(ids.map((id, index) => [`ask-1.${index}`, id])),
});

function open(change: Partial<KvStore> = {}) {
  const records: LogRecord[] = [];
  const memory = createMemoryStore();
  const store: KvStore = {
    isShared: false,
    put: (...args) => memory.put(...args),
    get: (key) => memory.get(key),
    take: (key) => memory.take(key),
    ...change,
  };
  const visits = new Visits(store, 60_000, createLog('test', [(record) => void records.push(record)]));
  return { visits, memory, warnings: () => records.map(({ message }) => message) };
}

afterEach(() => void vi.useRealTimers());

describe('the visits of a server', () => {
  it('of many calls that want one id at once, one gets it', async () => {
    const { visits } = open();
    const opened = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => visits.open(asked(`call-${n}`, 'v'), undefined)),
    );
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('of many that follow one that is over, one gets it', async () => {
    const { visits } = open();
    await visits.open(asked('first', 'v'), undefined);
    await visits.complete('v');
    const calls = Array.from({ length: 20 }, (_, n) => asked(`call-${n}`, 'v'));
    const opened = await Promise.allSettled(calls.map((call) => visits.open(call, undefined)));
    const won = opened.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []));
    expect(won).toHaveLength(1);
    expect(await visits.complete('v')).toBe(true);
    const areOver = await Promise.all(calls.map((call) => visits.isOver(call, 'v')));
    expect(areOver.flatMap((isOver, index) => (isOver ? [index] : []))).toEqual(won);
  });

  it('one that has seen what was there before gives back what it has taken from another', async () => {
    let goOn = (): void => {};
    const isSlow = new Promise<void>((resolve) => (goOn = resolve));
    let reads = 0;
    const { visits, memory } = open({
      get: async (key) => {
        const found = await memory.get(key);
        // The first that looks who was there is slow.
        if (key === 'visit:v' && ++reads === 1) await isSlow;
        return found;
      },
    });
    await visits.open(asked('first', 'v'), undefined);
    visits.close(asked('first', 'v'));
    const slow = visits.open(asked('slow', 'v'), undefined);
    await visits.open(asked('quick', 'v'), undefined);
    goOn();
    await expect(slow).rejects.toMatchObject({ code: 'SETUP' });
    await visits.complete('v');
    expect(await visits.isOver(asked('quick', 'v'), 'v')).toBe(true);
  });

  it('a call may ask again under the id that it waits for: what comes then answers the newer question', async () => {
    const { visits } = open();
    const again = { ...asked('call', 'v'), ask: 'ask-2' };
    await visits.open(asked('call', 'v'), undefined);
    await visits.open(again, undefined);
    await visits.complete('v');
    expect([await visits.isOver(asked('call', 'v'), 'v'), await visits.isOver(again, 'v')]).toEqual([false, true]);
  });

  it('a call that gets one of its ids and not the other keeps none', async () => {
    const { visits } = open();
    await visits.open(asked('first', 'b'), undefined);
    await expect(visits.open(asked('second', 'a', 'b'), undefined)).rejects.toMatchObject({ code: 'SETUP' });
    await visits.open(asked('third', 'a'), undefined);
  });

  it('two questions of one call may share an id: one visit answers both', async () => {
    const { visits } = open();
    await visits.open(asked('call', 'v', 'v'), undefined);
    await visits.complete('v');
    expect(await visits.isOver(asked('call', 'v'), 'v')).toBe(true);
  });

  it('what is over stays over when its call closes it', async () => {
    const { visits } = open();
    await visits.open(asked('call', 'v'), undefined);
    await visits.complete('v');
    visits.close(asked('call', 'v'));
    expect(await visits.isOver(asked('call', 'v'), 'v')).toBe(true);
  });

  it('a call that goes on in another process finds what it was told meanwhile', async () => {
    const { visits } = open();
    await visits.open(asked('call', 'v'), undefined);
    await visits.complete('v');
    await visits.open(asked('call', 'v'), undefined);
    expect(await visits.isOver(asked('call', 'v'), 'v')).toBe(true);
  });

  it('whoever looks away hears nothing more', async () => {
    const { visits } = open();
    await visits.open(asked('call', 'v'), undefined);
    let heard = 0;
    const unwatch = visits.watch(asked('call', 'v'), 'v', () => heard++);
    visits.watch(asked('call', 'v'), 'v', () => (heard += 10));
    unwatch();
    await visits.complete('v');
    await visits.complete('v');
    expect([heard, visits.waiting]).toEqual([10, 0]);
  });

  it('one that ended before anybody looked is heard of at once', async () => {
    const { visits } = open();
    await visits.open(asked('call', 'v'), undefined);
    await visits.complete('v');
    await new Promise<void>((resolve) => visits.watch(asked('call', 'v'), 'v', resolve));
    expect(visits.waiting).toBe(0);
  });

  it('a store that fails is asked again each second, and the log told once', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let isBroken = true;
    const { visits, memory, warnings } = open({
      get: (key) => (isBroken ? Promise.reject(new Error('down')) : memory.get(key)),
    });
    await visits.open(asked('call', 'v'), undefined);
    let isOver = false;
    visits.watch(asked('call', 'v'), 'v', () => (isOver = true));
    await vi.advanceTimersByTimeAsync(visitPollMs * 3);
    await expect(visits.complete('v')).rejects.toThrow('down');
    expect(warnings()).toEqual(['the store did not say whether a visit is over, and is asked again']);
    isBroken = false;
    await visits.complete('v');
    expect([isOver, visits.waiting, vi.getTimerCount()]).toEqual([true, 0, 0]);
  });

  it('a slow store is not asked faster than it answers', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let asking = 0;
    const { visits } = open({ isShared: true, get: () => new Promise(() => void asking++) });
    visits.watch(asked('call', 'v'), 'v', () => {});
    // At once, and then once by the clock.
    await vi.advanceTimersByTimeAsync(visitPollMs * 5);
    expect(asking).toBe(2);
  });

  it('nobody is asked when nobody waits', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { visits } = open({ isShared: true });
    const ends = ['a', 'b'].map((id) => visits.watch(asked('call', id), id, () => {}));
    expect(vi.getTimerCount()).toBe(1);
    for (const end of ends) end();
    expect(vi.getTimerCount()).toBe(0);
  });
});
