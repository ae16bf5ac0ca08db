import { UsageError } from '../exit/tester-error.js';

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** `500ms`, `30s`, `1m30s`, `0` in milliseconds. Throws `UsageError` that names the option. */
export function durationOption(option: string, text: string): number {
  if (text === '0') return 0;
  const parts = [...text.matchAll(/(\d+(?:\.\d*)?|\.\d+)(ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) {
    throw new UsageError(`Expected ${option} to be a duration such as 500ms, 30s or 1m30s, got "${text}".`);
  }
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (unitMs[unit ?? ''] ?? 0), 0);
}
