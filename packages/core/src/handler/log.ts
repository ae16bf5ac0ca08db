import { isAtLeast, logLevels, type LogLevel } from '@mcpfusion/protocol';
import { safeJson } from './safe-json.js';

/** One log record, before it is written anywhere. */
export interface LogRecord {
  readonly level: LogLevel;
  readonly message: string;
  /** Whatever the caller gave; may be hostile. */
  readonly data: unknown;
  /** The tool's name, or `server`. */
  readonly logger: string;
}

/** Takes records. Must not throw. */
export type LogSink = (record: LogRecord) => void;

type LogMethod = (message: string, data?: unknown) => void;

/** `ctx.log`: all eight levels of RFC 5424. Never throws; what nobody asked for costs a comparison. */
export type Log = { readonly [Level in LogLevel]: LogMethod };

/** A log whose records go to every sink. */
export function createLog(logger: string, sinks: readonly LogSink[]): Log {
  const write = (level: LogLevel, message: string, data: unknown): void => {
    const record: LogRecord = { level, message, data, logger };
    for (const sink of sinks) sink(record);
  };
  const methods = logLevels.map((level) => [level, (message: string, data?: unknown) => write(level, message, data)]);
  return Object.freeze(Object.fromEntries(methods) as Log);
}

/**
 * What the client gets as `data`: the message alone, or with the data's members
 * beside it. `'rows loaded'` · `{ message: 'rows loaded', rows: 300 }`
 */
export function toWireData({ message, data }: LogRecord): unknown {
  if (data === undefined) return message;
  return typeof data === 'object' && data !== null && !Array.isArray(data) && !(data instanceof Error)
    ? { message, ...data }
    : { message, data };
}

/**
 * Records as JSON lines on stderr, from `least` on. The default sink of a server.
 *
 *     {"time":"2026-07-28T10:00:00.000Z","level":"info","logger":"report.generate","message":"rows loaded","data":{"rows":300}}
 */
export function stderrLog(least: LogLevel = 'info'): LogSink {
  return (record) => {
    if (!isAtLeast(record.level, least)) return;
    const { level, logger, message, data } = record;
    const time = new Date().toISOString();
    // console.error is stderr wherever there is one.
    console.error(
      safeJson(data === undefined ? { time, level, logger, message } : { time, level, logger, message, data }),
    );
  };
}
