import type { Capabilities, Implementation, LogLevel, RequestId } from '@mcpfusion/protocol';
import type { Exchange } from './exchange.js';

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
export class Peer {
  readonly inFlight = new Map<RequestId, Exchange>();
  /** The `Mcp-Session-Id`. */
  readonly sessionId: string | undefined;
  /** Who may use this session. */
  readonly principal: string | undefined;
  session: SessionState | undefined;

  constructor(sessionId: string | undefined, principal: string | undefined) {
    this.sessionId = sessionId;
    this.principal = principal;
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
