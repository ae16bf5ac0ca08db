import { isAtLeast, isObject, logLevels, type LogLevel } from '@mcpfusion/protocol';
import { messageOf, safeJson, toPlain } from './safe-json.js';

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
    const text = typeof message === 'string' ? message : messageOf(message);
    const record: LogRecord = { level, message: text, data, logger };
    for (const sink of sinks) pass(record, sink);
  };
  const methods = logLevels.map((level) => [level, (message: string, data?: unknown) => write(level, message, data)]);
  return Object.freeze(Object.fromEntries(methods) as Log);
}

// A sink that throws must not break the call that it is told of.
function pass(record: LogRecord, sink: LogSink): void {
  try {
    sink(record);
  } catch (error) {
    console.error(`The log sink threw: ${messageOf(error)}`);
  }
}

/**
 * What the client gets as `data`: the message alone, or with the data's members
 * beside it, as a copy that JSON can carry. `'rows loaded'` · `{ message: 'rows loaded', rows: 300 }`
 */
export function toWireData({ message, data }: LogRecord): unknown {
  if (data === undefined) return message;
  const plain = toPlain(data);
  return isPlainObject(data) && isObject(plain) && !Object.hasOwn(plain, 'message')
    ? { message, ...plain }
    : { message, data: plain };
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
    const line = data === undefined ? { time, level, logger, message } : { time, level, logger, message, data };
    // console.error is stderr wherever there is one.
    console.error(safeJson(line, { withStacks: true }));
  };
}

function isPlainObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  try {
    const prototype: unknown = Object.getPrototypeOf(value);
    return prototype === Object.prototype || prototype === null;
  } catch {
    return false;
  }
}
