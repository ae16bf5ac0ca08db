import { UsageError } from '../exit/tester-error.js';
import { maxTimerMs, parseDurationMs } from '../script/duration.js';

/** `500ms`, `30s`, `1m30s`, `0` in milliseconds. Throws `UsageError` that names the option. */
export function durationOption(option: string, text: string): number {
  const durationMs = parseDurationMs(text);
  if (durationMs !== undefined && durationMs >= 0 && durationMs <= maxTimerMs) return durationMs;
  if (durationMs !== undefined && durationMs > maxTimerMs) {
    throw new UsageError(`Expected ${option} to be at most 596h, got "${text}"; 0 means no limit.`);
  }
  throw new UsageError(`Expected ${option} to be a duration such as 500ms, 30s or 1m30s, got "${text}".`);
}
