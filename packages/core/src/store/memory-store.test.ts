import { describe, expect, it } from 'vitest';
import { describeStore } from '../../../../test/lib/store-contract.js';
import { createMemoryStore } from './memory-store.js';

function open(maxChars?: number) {
  let nowMs = 0;
  const store = createMemoryStore({ nowMs: () => nowMs, ...(maxChars === undefined ? {} : { maxChars }) });
  return { store, advance: (ms: number): void => void (nowMs += ms) };
}

describeStore('the memory of a process', () => open());

// What one entry with an empty text and a key of one character costs.
const oneChars = 1 + '""'.length + 200;

describe('the memory store', () => {
  it('keeps no more than maxChars, and says SERVER_BUSY', async () => {
    const { store } = open(3 * oneChars);
    for (const key of ['a', 'b', 'c']) expect(await store.put(key, '', 1_000)).toBe(true);
    await expect(store.put('d', '', 1_000)).rejects.toMatchObject({ code: 'SERVER_BUSY', retryAfterSeconds: 60 });
    await expect(store.put('d', '', 1_000, { ifAbsent: true })).rejects.toMatchObject({ code: 'SERVER_BUSY' });
    expect(await store.get('d')).toBeUndefined();
    await store.take('b');
    expect(await store.put('d', '', 1_000)).toBe(true);
  });

  it('has room again when the time of others is over, wherever they stand', async () => {
    const { store, advance } = open(3 * oneChars + 1);
    await store.put('a', '', 9_000);
    await store.put('b', '', 1_000);
    await store.put('c', '', 9_000);
    advance(1_000);
    expect(await store.put('d', '', 1_000)).toBe(true);
    expect(await Promise.all(['a', 'b', 'c', 'd'].map((key) => store.get(key)))).toEqual(['', undefined, '', '']);
  });

  it('keeps the old value where the new one finds no room', async () => {
    const { store } = open(2 * oneChars);
    await store.put('a', '', 1_000);
    await store.put('b', '', 1_000);
    await expect(store.put('a', 'longer', 1_000)).rejects.toMatchObject({ code: 'SERVER_BUSY' });
    expect(await store.get('a')).toBe('');
    expect(await store.put('a', '', 1_000)).toBe(true);
  });

  it('is not shared', () => {
    expect(createMemoryStore().isShared).toBe(false);
  });
});
