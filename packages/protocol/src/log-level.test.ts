import { expect, it } from 'vitest';
import { isAtLeast, isLogLevel, logLevels } from './log-level.js';

it('has the eight levels of RFC 5424, least severe first (2026-07-28, Logging, Log Levels)', () => {
  expect(logLevels).toEqual(['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']);
});

it('LOG-07: nothing else is a level', () => {
  expect(logLevels.every(isLogLevel)).toBe(true);
  const others = ['', 'warn', 'Debug', 'trace', 'constructor', '__proto__', 0, null, undefined, ['debug']];
  expect(others.filter(isLogLevel)).toEqual([]);
});

it.each(
  logLevels.flatMap((level, severity) => logLevels.map((least, bar) => [level, least, severity >= bar] as const)),
)('LOG-03: %s passes a threshold of %s: %s', (level, least, passes) => {
  expect(isAtLeast(level, least)).toBe(passes);
});
