import type { JsonValue, KvStore } from '@mcpfusion/core';
import { describe, expect, it } from 'vitest';

export interface StoreUnderTest {
  readonly store: KvStore;
  /** Lets time pass, as the store sees it. */
  readonly advance: (ms: number) => void | Promise<void>;
}

/** What every store must do, whatever it keeps its values in. `open` gives an empty one. */
export function describeStore(name: string, open: () => StoreUnderTest | Promise<StoreUnderTest>): void {
  describe(`${name} is a store`, () => {
    it('gives what was put, until its time is over', async () => {
      const { store, advance } = await open();
      expect(await store.get('a')).toBeUndefined();
      expect(await store.put('a', 1, 1_000)).toBe(true);
      await advance(999);
      expect(await store.get('a')).toBe(1);
      await advance(1);
      expect(await store.get('a')).toBeUndefined();
      expect(await store.take('a')).toBeUndefined();
    });

    it('puts over what is there, and its time begins anew', async () => {
      const { store, advance } = await open();
      await store.put('a', 1, 1_000);
      await advance(999);
      expect(await store.put('a', 2, 1_000)).toBe(true);
      await advance(999);
      expect(await store.get('a')).toBe(2);
    });

    it('with ifAbsent puts once, changes nothing after that, and puts again when the time is over', async () => {
      const { store, advance } = await open();
      expect(await store.put('a', 1, 1_000, { ifAbsent: true })).toBe(true);
      expect(await store.put('a', 2, 9_000, { ifAbsent: true })).toBe(false);
      expect(await store.get('a')).toBe(1);
      await advance(1_000);
      expect(await store.put('a', 3, 1_000, { ifAbsent: true })).toBe(true);
      expect(await store.get('a')).toBe(3);
    });

    it('lets one of many win who put with ifAbsent at once', async () => {
      const { store } = await open();
      const won = await Promise.all(Array.from({ length: 20 }, (_, n) => store.put('a', n, 1_000, { ifAbsent: true })));
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(await store.get('a')).toBe(won.indexOf(true));
    });

    it('gives a value to one of many that take it at once, and has it no more', async () => {
      const { store } = await open();
      await store.put('a', 'x', 1_000);
      const taken = await Promise.all(Array.from({ length: 20 }, () => store.take('a')));
      expect(taken.filter((value) => value !== undefined)).toEqual(['x']);
      expect(await store.get('a')).toBeUndefined();
      expect(await store.put('a', 'y', 1_000, { ifAbsent: true })).toBe(true);
    });

    it('keeps a copy: what was given and what it gives may be changed', async () => {
      const { store } = await open();
      const given = { list: [1] };
      await store.put('a', given, 1_000);
      given.list.push(2);
      const got = (await store.get('a')) as { list: number[] };
      got.list.push(3);
      expect(await store.get('a')).toEqual({ list: [1] });
    });

    it.each<[JsonValue]>([[null], [false], [0], [''], [[]], ['\u2028 ☃ 𝒳'], [{ a: { b: [null, 1.5] } }]])(
      'carries %j',
      async (value) => {
        const { store } = await open();
        await store.put('a', value, 1_000);
        expect(await store.get('a')).toEqual(value);
        expect(await store.take('a')).toEqual(value);
      },
    );

    it('keeps keys apart, whatever is in them', async () => {
      const { store } = await open();
      const keys = ['a', 'A', 'a ', '__proto__', 'constructor', '', 'a:b', 'a/b', '☃'];
      for (const key of keys) await store.put(key, key, 1_000);
      for (const key of keys) expect(await store.get(key)).toBe(key);
      expect(await store.get('toString')).toBeUndefined();
    });
  });
}
