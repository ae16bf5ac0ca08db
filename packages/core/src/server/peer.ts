import type { Capabilities, Implementation, LogLevel, RequestId } from '@mcpfusion/protocol';
import type { Exchange, ExchangeScope } from './exchange.js';
import type { LogMeter } from './log-meter.js';
import { Questions } from './questions.js';

/** What `initialize` has settled, on a stdio connection or in an HTTP session. */
export interface SessionState {
  readonly protocolVersion: string;
  readonly clientInfo: Implementation | undefined;
  readonly clientCapabilities: Capabilities;
  /** The least level that goes to this client. */
  logLevel: LogLevel;
}

/**
 * One scope of request ids, with the session that belongs to it: a stdio
 * connection, an HTTP session, or a single stateless POST.
 */
export class Peer implements ExchangeScope {
  /** The `Mcp-Session-Id`. */
  readonly sessionId: string | undefined;
  /** Who may use this session. */
  readonly principal: string | undefined;
  session: SessionState | undefined;
  /** Made with the first log of a call. */
  logMeter: LogMeter | undefined;
  readonly #all: Set<Exchange>;
  #questions: Questions | undefined;
  // Most have one exchange at a time: a map is made for the second.
  #first: Exchange | undefined;
  #others: Map<RequestId, Exchange> | undefined;

  /** `all`: those of the whole server. */
  constructor(all: Set<Exchange>, sessionId: string | undefined, principal: string | undefined) {
    this.#all = all;
    this.sessionId = sessionId;
    this.principal = principal;
  }

  /** Requests whose answers have not been written. */
  get inFlight(): number {
    return (this.#first ? 1 : 0) + (this.#others?.size ?? 0);
  }

  /** What we ask this client. */
  get questions(): Questions {
    return (this.#questions ??= new Questions());
  }

  exchanges(): readonly Exchange[] {
    return [...(this.#first ? [this.#first] : []), ...(this.#others?.values() ?? [])];
  }

  find(id: RequestId): Exchange | undefined {
    return this.#first?.id === id ? this.#first : this.#others?.get(id);
  }

  add(exchange: Exchange): void {
    if (this.#first) (this.#others ??= new Map()).set(exchange.id, exchange);
    else this.#first = exchange;
    this.#all.add(exchange);
  }

  onEnd(exchange: Exchange): void {
    this.#all.delete(exchange);
  }

  onFree(exchange: Exchange): void {
    if (this.#first === exchange) this.#first = undefined;
    else this.#others?.delete(exchange.id);
  }
}

/** Of a client that has said nothing about itself. */
export function createSession(
  protocolVersion: string,
  clientInfo?: Implementation,
  clientCapabilities: Capabilities = {},
): SessionState {
  // Before any logging/setLevel: warning and above.
  return { protocolVersion, clientInfo, clientCapabilities, logLevel: 'warning' };
}
