import { expect, it } from 'vitest';
import { runWithin, TookTooLong } from './run-within.js';

it('gives what the work gives, and throws what it throws', () => {
  expect(runWithin(10_000, () => 'done')).toBe('done');
  expect(() => runWithin(10_000, () => JSON.parse('{') as unknown)).toThrow(SyntaxError);
});

it('stops a regular expression that would take for ever', () => {
  const text = `${'a'.repeat(60)}!`;
  expect(() => runWithin(50, () => /^(a+)+$/.test(text))).toThrow(TookTooLong);
  expect(runWithin(10_000, () => 'the next one')).toBe('the next one');
});
