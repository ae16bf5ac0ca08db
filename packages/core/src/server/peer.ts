import type { Capabilities, Implementation, LogLevel, RequestId } from '@mcpfusion/protocol';
import type { Exchange, ExchangeScope } from './exchange.js';

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
  readonly inFlight = new Map<RequestId, Exchange>();
  /** The `Mcp-Session-Id`. */
  readonly sessionId: string | undefined;
  /** Who may use this session. */
  readonly principal: string | undefined;
  session: SessionState | undefined;
  readonly #all: Set<Exchange>;

  /** `all`: those of the whole server. */
  constructor(all: Set<Exchange>, sessionId: string | undefined, principal: string | undefined) {
    this.#all = all;
    this.sessionId = sessionId;
    this.principal = principal;
  }

  add(exchange: Exchange): void {
    this.inFlight.set(exchange.id, exchange);
    this.#all.add(exchange);
  }

  onEnd(exchange: Exchange): void {
    this.#all.delete(exchange);
  }

  onFree({ id }: Exchange): void {
    this.inFlight.delete(id);
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
