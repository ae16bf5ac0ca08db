import { expect, it } from 'vitest';
import { parseDurationMs } from './duration.js';

it.each([
  ['0', 0],
  ['.5s', 500],
  ['1m30s', 90_000],
  ['-1s', -1_000],
  ['+2s', 2_000],
  ['300ms', 300],
  ['1.5h', 5_400_000],
  ['1.s', 1_000],
  ['100us', 0.1],
  ['100µs', 0.1],
  ['1000000ns', 1],
  ['1h0m0.5s', 3_600_500],
])('%s is %d ms', (text, ms) => {
  expect(parseDurationMs(text)).toBeCloseTo(ms, 9);
});

it.each(['2', '5S', '1d', '5 s', '', '-', 's', '.s', '1m30', '1s ', 'x1s', '1e3s'])('%j is none', (text) => {
  expect(parseDurationMs(text)).toBeUndefined();
});
