export const stateless = '2026-07-28';
export const session = '2025-11-25';

const clientInfo = { name: 'bench', version: '1.0.0' };

/** What each 2026-07-28 request says of its client. */
export const envelope = {
  'io.modelcontextprotocol/protocolVersion': stateless,
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
};

export const rpc = (id, method, params) => JSON.stringify({ jsonrpc: '2.0', id, method, params });

/** A `tools/call` as text. `meta` goes beside what the era puts into `_meta`. */
export function toolCall({ id, era, name, args = {}, meta }) {
  const own = era === stateless ? envelope : undefined;
  const _meta = own || meta ? { ...own, ...meta } : undefined;
  return rpc(id, 'tools/call', { name, arguments: args, _meta });
}

export const initialize = (id) => rpc(id, 'initialize', { protocolVersion: session, capabilities: {}, clientInfo });

export const initialized = rpc(undefined, 'notifications/initialized');

export const cancelled = (requestId) => rpc(undefined, 'notifications/cancelled', { requestId });

/** The headers of a `tools/call` over HTTP; in 2025-11-25 opens a session first, where the server has them. */
export async function callHeaders(port, era, name) {
  if (era === stateless) return { 'mcp-protocol-version': stateless, 'mcp-method': 'tools/call', 'mcp-name': name };
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const response = await fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST', headers, body: initialize('open') });
  await response.text();
  const id = response.headers.get('mcp-session-id');
  return { 'mcp-protocol-version': session, ...(id === null ? {} : { 'mcp-session-id': id }) };
}
