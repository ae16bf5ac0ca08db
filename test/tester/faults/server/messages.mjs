// What the scripted server says, as plain JSON-RPC objects.

const metaPrefix = 'io.modelcontextprotocol';
export const versionKey = `${metaPrefix}/protocolVersion`;
export const levelKey = `${metaPrefix}/logLevel`;
export const subscriptionKey = `${metaPrefix}/subscriptionId`;

export const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

export const eraOf = (message) => (message.params?._meta?.[versionKey] === undefined ? '2025-11-25' : '2026-07-28');

export const note = (method, params) => ({ jsonrpc: '2.0', method, params });
export const progress = (progressToken, at) =>
  note('notifications/progress', { progressToken, progress: at, total: 3, message: `step ${at}` });
export const log = (level) => note('notifications/message', { level, logger: 'work', data: { text: level } });
export const error = (id, code, message) => ({ jsonrpc: '2.0', id, error: { code, message } });

/** A result with what its era adds to it. */
export const result = (request, value) => ({
  jsonrpc: '2.0',
  id: request.id,
  result: eraOf(request) === '2026-07-28' ? { resultType: 'complete', ...value } : value,
});

const capabilities = { tools: { listChanged: true }, logging: {} };
const info = { name: 'faults', version: '1.0.0' };
const hints = (request) => (eraOf(request) === '2026-07-28' ? { ttlMs: 0, cacheScope: 'private' } : {});
const object = { type: 'object' };

export const initializeResult = (request) =>
  result(request, { protocolVersion: request.params.protocolVersion, capabilities, serverInfo: info });

export const discoverResult = (request) =>
  result(request, { supportedVersions: ['2026-07-28'], capabilities, ...hints(request) });

export const toolList = (request) =>
  result(request, {
    tools: [
      { name: 'work', inputSchema: object },
      { name: 'slow', inputSchema: object },
      { name: 'ask', inputSchema: object },
      { name: 'structured', inputSchema: object, outputSchema: object },
    ],
    ...hints(request),
  });

export const text = (value) => ({ content: [{ type: 'text', text: value }] });
