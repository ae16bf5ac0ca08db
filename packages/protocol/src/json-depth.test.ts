import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isDeeperThan } from './json-depth.js';

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

it('counts levels of objects and arrays', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(8), (value, maxDepth) => {
      expect(isDeeperThan(value, maxDepth)).toBe(depthOf(value) > maxDepth);
    }),
  );
});

it('takes any depth and any width', () => {
  let deep: unknown[] = [];
  for (let level = 1; level < 100_000; level++) deep = [deep];
  expect(isDeeperThan(deep, 99_999)).toBe(true);
  expect(isDeeperThan(deep, 100_000)).toBe(false);
  expect(
    isDeeperThan(
      Array.from({ length: 300_000 }, () => []),
      2,
    ),
  ).toBe(false);
});
