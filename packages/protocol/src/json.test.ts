import { expect, it } from 'vitest';
import { isObject, own } from './json.js';

it('tells objects from the rest of JSON', () => {
  expect(isObject({})).toBe(true);
  expect([null, [], 'a', 1, true, undefined, () => {}].filter(isObject)).toEqual([]);
});

it('finds own properties alone', () => {
  expect(own({ a: 1 }, 'a')).toBe(1);
  expect(own({}, 'constructor')).toBeUndefined();
  expect(own({}, '__proto__')).toBeUndefined();
  expect(own(JSON.parse('{"__proto__":7}') as object, '__proto__')).toBe(7);
});
