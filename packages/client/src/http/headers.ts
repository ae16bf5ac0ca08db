import { encodeHeaderValue, nameOf, type RpcMessage } from '@mcpfusion/protocol';
import type { HeaderChanges } from '../carrier.js';
import type { Session } from '../session.js';

export type Headers = Readonly<Record<string, string>>;

/**
 * The headers of a POST, by era.
 * Sources: 2026-07-28, Streamable HTTP, Request Metadata; 2025-11-25, Transports, Protocol Version Header.
 */
export function postHeaders(session: Session, message: RpcMessage): Headers {
  return {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    ...(session.era === '2026-07-28' ? mirroredHeaders(session, message) : sessionHeaders(session)),
  };
}

/** What 2025 sends on everything after `initialize`. */
export function sessionHeaders(session: Session): Headers {
  return {
    ...(session.isInitialized ? { 'MCP-Protocol-Version': session.protocolVersion } : {}),
    ...(session.sessionId === undefined ? {} : { 'MCP-Session-Id': session.sessionId }),
  };
}

function mirroredHeaders(session: Session, message: RpcMessage): Headers {
  if (message.kind === 'response') return { 'MCP-Protocol-Version': session.protocolVersion };
  const name = nameOf(message.method, message.params);
  return {
    'MCP-Protocol-Version': session.protocolVersion,
    'Mcp-Method': message.method,
    ...(name === undefined ? {} : { 'Mcp-Name': encodeHeaderValue(name) }),
  };
}

/** Later ones win, whatever the case of their names. */
export function mergeHeaders(...all: readonly HeaderChanges[]): Headers {
  const merged = new Map<string, readonly [name: string, value: string]>();
  for (const [name, value] of all.flatMap((headers) => Object.entries(headers))) {
    if (value === undefined) merged.delete(name.toLowerCase());
    else merged.set(name.toLowerCase(), [name, value]);
  }
  return Object.fromEntries(merged.values());
}
