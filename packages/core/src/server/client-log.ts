import { isAtLeast, latestStateless, methods, type LogLevel, type LogMessageParams } from '@mcpfusion/protocol';
import { toWireData, type LogSink } from '../handler/log.js';
import type { MethodCall } from './method-call.js';

/**
 * Sends a call's log records to its client: in 2026-07-28 from the level that the
 * request asked for and else none, in 2025-11-25 from the session's level.
 * The gate comes before any work on the data. `logger` is the tool's name as the client knows it.
 */
export function clientLogSink({ server, exchange, arrival }: MethodCall, logger: string): LogSink {
  if (!('logging' in server.capabilities)) return ignore;
  const threshold = (): LogLevel | undefined =>
    exchange.era === latestStateless ? exchange.envelope.logLevel : (arrival.peer.session?.logLevel ?? 'warning');
  return (record) => {
    const least = threshold();
    if (least === undefined || exchange.state !== 'running' || !isAtLeast(record.level, least)) return;
    const params: LogMessageParams = { level: record.level, logger, data: toWireData(record) };
    exchange.notify(methods.message, params);
  };
}

const ignore: LogSink = () => {};
