/** Keys that MCP reserves in `_meta`. Source: 2026-07-28, basic, `_meta`. */
export const metaKeys = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  logLevel: 'io.modelcontextprotocol/logLevel',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  progressToken: 'progressToken',
} as const;

/** Keys of our own in `_meta`. */
export const vendorMetaKeys = {
  /** The machine-readable side of a tool error. */
  error: 'dev.mcpfusion/error',
  /** On progress, when the server is told to estimate: milliseconds left. */
  etaMs: 'dev.mcpfusion/etaMs',
} as const;
