import { describe, expect, it } from 'vitest';
import { durationOption } from './duration-option.js';

describe('a duration on the command line', () => {
  it.each([
    ['0', 0],
    ['500ms', 500],
    ['1m30s', 90_000],
    ['596h', 596 * 3_600_000],
  ])('%s', (text, ms) => {
    expect(durationOption('--timeout', text)).toBe(ms);
  });

  it.each(['-1s', '-500ms', '30', 'soon', '', '600h'])('%s is refused', (text) => {
    expect(() => durationOption('--timeout', text)).toThrow('Expected --timeout to be');
  });
});
