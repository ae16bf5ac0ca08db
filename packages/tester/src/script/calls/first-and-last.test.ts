import { describe, expect, it } from 'vitest';
import { FirstAndLast } from './first-and-last.js';

function filled(count: number, chars: number): FirstAndLast<number> {
  const list = new FirstAndLast<number>(() => chars);
  for (let item = 1; item <= count; item++) list.add(item);
  return list;
}

describe('FirstAndLast', () => {
  it('keeps all that is not too much', () => {
    const { count, dropped, kept } = filled(2_000, 10);
    expect([count, dropped, kept.length]).toEqual([2_000, 0, 2_000]);
    expect(kept).toEqual(kept.toSorted((a, b) => a - b));
  });

  it('keeps a thousand of each end, and counts all', () => {
    const { count, dropped, kept } = filled(12_000, 10);
    expect([count, dropped, kept.length]).toEqual([12_000, 10_000, 2_000]);
    expect([kept[0], kept[999], kept[1_000], kept.at(-1)]).toEqual([1, 1_000, 11_001, 12_000]);
  });

  it('bounds the text as well, but always has the newest', () => {
    const large = filled(10, 5 * 1024 * 1024);
    expect([large.count, large.dropped, large.kept]).toEqual([10, 8, [1, 10]]);
    const huge = filled(3, 20 * 1024 * 1024);
    expect([huge.dropped, huge.kept]).toEqual([2, [3]]);
  });
});
