/** The eight levels of RFC 5424, least severe first. */
export const logLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

export type LogLevel = (typeof logLevels)[number];

const severity: ReadonlyMap<string, number> = new Map(logLevels.map((level, index) => [level, index]));

export function isLogLevel(value: unknown): value is LogLevel {
  return typeof value === 'string' && severity.has(value);
}

/** Whether a record of `level` passes a threshold of `least`. */
export function isAtLeast(level: LogLevel, least: LogLevel): boolean {
  return (severity.get(level) ?? 0) >= (severity.get(least) ?? 0);
}
