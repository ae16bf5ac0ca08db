import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isDeeperThan, safeJsonDepth } from './json-depth.js';

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

it('counts levels of objects and arrays', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(8), (value, maxDepth) => {
      expect(isDeeperThan(value, maxDepth)).toBe(depthOf(value) > maxDepth);
    }),
  );
});

it('takes any depth of value, and any width', () => {
  let deep: unknown[] = [];
  for (let level = 1; level < 100_000; level++) deep = [deep];
  expect(isDeeperThan(deep, safeJsonDepth)).toBe(true);
  const wide = Array.from({ length: 300_000 }, () => []);
  expect([isDeeperThan(wide, 1), isDeeperThan(wide, 2)]).toEqual([true, false]);
});
