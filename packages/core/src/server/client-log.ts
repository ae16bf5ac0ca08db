import { isAtLeast, latestStateless, methods, type LogLevel, type LogMessageParams } from '@mcpfusion/protocol';
import { toWireData, type LogSink } from '../handler/log.js';
import { LogMeter } from './log-meter.js';
import { lostMessage, LostLogs } from './lost-logs.js';
import type { MethodCall } from './method-call.js';

/**
 * Sends a call's log records to its client: in 2026-07-28 from the level that the
 * request asked for and else none, in 2025-11-25 from the session's level. What is
 * more in a second than a client gets is lost, counted and told.
 *
 * Source: 2026-07-28 and 2025-11-25, Logging: "Servers SHOULD rate limit log messages".
 */
export class ClientLog {
  readonly #of: MethodCall;
  readonly #logger: string;
  readonly #meter: LogMeter;
  readonly #why: string;
  #lost = 0;
  /** For the server's own log, which is told once a call. */
  #allLost: LostLogs | undefined;

  /** `logger` is the tool's name as the client knows it. */
  constructor(of: MethodCall, logger: string) {
    const { server, arrival } = of;
    this.#of = of;
    this.#logger = logger;
    this.#meter = arrival.peer.logMeter ??= new LogMeter(server.maxLogsPerSecond);
    this.#why = `more than ${server.maxLogsPerSecond} in a second`;
  }

  /** The gate comes before any work on the data. */
  readonly sink: LogSink = (record) => {
    if (!this.#isAsked(record.level)) return;
    if (!this.#meter.take()) return this.#lose();
    this.#tell();
    this.#send(record.level, toWireData(record));
  };

  /** Before the answer. */
  finish(): void {
    this.#tell();
    this.#allLost?.tell();
  }

  #isAsked(level: LogLevel): boolean {
    const { server, exchange, arrival } = this.#of;
    if (!('logging' in server.capabilities) || exchange.state !== 'running') return false;
    const least =
      exchange.era === latestStateless ? exchange.envelope.logLevel : (arrival.peer.session?.logLevel ?? 'warning');
    return least !== undefined && isAtLeast(level, least);
  }

  #send(level: LogLevel, data: unknown): void {
    const params: LogMessageParams = { level, logger: this.#logger, data };
    this.#of.exchange.notify(methods.message, params);
  }

  #lose(): void {
    this.#lost++;
    (this.#allLost ??= new LostLogs(this.#of.server.log, this.#why)).add();
  }

  /** Beyond the count: of 1 a second it would take the place of what it goes before. */
  #tell(): void {
    const lost = this.#lost;
    this.#lost = 0;
    if (lost > 0 && this.#isAsked('warning')) this.#send('warning', { message: lostMessage(this.#why), lost });
  }
}
