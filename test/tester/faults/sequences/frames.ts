import type { Frame, HttpPart } from '@mcpfusion/client';
import { metaKeys, parseMessage } from '@mcpfusion/protocol';
import type { Finding } from '../../../../packages/tester/src/checks/finding.js';
import { strictChecks } from '../strict-checks.js';

export type Json = Readonly<Record<string, unknown>>;

/** A frame without its time. */
export type Step = Omit<Frame, 'atMs'> | { readonly waitMs: number };

/** Time passes between two frames. */
export const wait = (waitMs: number): Step => ({ waitMs });

const rawOf = (message: unknown): string => (typeof message === 'string' ? message : JSON.stringify(message));

/** On a shared channel: this side sends, the server sends. Text goes as it is. */
export const sends = (message: unknown): Step => shared('out', rawOf(message));
export const gets = (message: unknown): Step => shared('in', rawOf(message));

const shared = (direction: Frame['direction'], raw: string): Step => ({ direction, raw, message: parseMessage(raw) });

/** Right JSON, but more levels than are read. */
export const tooDeep = `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`;

/** stdio: bytes that are not UTF-8. */
export const getsNotUtf8: Step = {
  direction: 'in',
  raw: '',
  message: { kind: 'invalid', id: undefined, error: { code: -32700, message: 'Parse error: the line is not UTF-8.' } },
};

interface Reply {
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** HTTP: a POST opens exchange `streamId`. */
export const posts = (streamId: number, message: unknown, headers: Readonly<Record<string, string>> = {}): Step =>
  http('out', rawOf(message), { streamId, method: 'POST', status: undefined, headers });

export const opensGet = (streamId: number, headers: Readonly<Record<string, string>> = {}): Step =>
  http('out', '', { streamId, method: 'GET', status: undefined, headers });

export const refusesGet = (streamId: number, message: unknown): Step =>
  http('in', rawOf(message), { streamId, method: 'GET', status: 405, headers: { 'content-type': 'application/json' } });

/** HTTP: a whole answer. */
export const replies = (streamId: number, message: unknown, reply: Reply = {}): Step => {
  const { status = 200, type = 'application/json', headers = {} } = reply;
  const part = { streamId, method: 'POST', status, headers: { 'content-type': type, ...headers } };
  return http('in', rawOf(message), part, type.includes('json'));
};

export const accepts = (streamId: number, status = 202, body = ''): Step =>
  http('in', body, { streamId, method: 'POST', status, headers: {} }, false);

/** HTTP: one event of a stream. */
export const streams = (
  streamId: number,
  message: unknown,
  { eventId, method = 'POST', headers = {} }: { eventId?: string; method?: string; headers?: Json } = {},
): Step =>
  http('in', rawOf(message), {
    streamId,
    method,
    status: 200,
    headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no', ...(headers as Record<string, string>) },
    ...(eventId === undefined ? {} : { eventId }),
  });

export const ends = (streamId: number, end: 'complete' | 'broken' | 'closed', method = 'POST'): Step =>
  http(end === 'closed' ? 'out' : 'in', '', { streamId, method, status: 200, headers: {}, end });

function http(direction: Frame['direction'], raw: string, part: HttpPart, isMessage = raw !== ''): Step {
  return { direction, raw, message: isMessage && raw !== '' ? parseMessage(raw) : undefined, http: part };
}

export const request = (id: unknown, method: string, params: Json = {}): Json => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
export const note = (method: string, params: Json = {}): Json => ({ jsonrpc: '2.0', method, params });
export const result = (id: unknown, value: Json = {}): Json => ({ jsonrpc: '2.0', id, result: value });
export const error = (id: unknown, code = -32603, message = 'wrong'): Json => ({
  jsonrpc: '2.0',
  ...(id === undefined ? {} : { id }),
  error: { code, message },
});

/** A request of 2026-07-28. */
export const modern = (id: unknown, method: string, params: Json = {}, meta: Json = {}): Json =>
  request(id, method, {
    ...params,
    _meta: { [metaKeys.protocolVersion]: '2026-07-28', [metaKeys.clientCapabilities]: {}, ...meta },
  });

export const call = (id: unknown, token?: unknown, meta: Json = {}): Json =>
  modern(
    id,
    'tools/call',
    { name: 'work', arguments: {} },
    { ...(token === undefined ? {} : { progressToken: token }), ...meta },
  );

export const call25 = (id: unknown, token?: unknown): Json =>
  request(id, 'tools/call', { name: 'work', ...(token === undefined ? {} : { _meta: { progressToken: token } }) });

export const answer = (id: unknown, more: Json = {}): Json =>
  result(id, { resultType: 'complete', content: [], ...more });
export const answer25 = (id: unknown, more: Json = {}): Json => result(id, { content: [], ...more });

export const progress = (progressToken: unknown, at: unknown, more: Json = {}): Json =>
  note('notifications/progress', { progressToken, progress: at, ...more });

export const log = (level: unknown, more: Json = { data: 'x' }): Json =>
  note('notifications/message', { level, ...more });

export const cancelled = (requestId: unknown): Json => note('notifications/cancelled', { requestId });

export const logLevel = (level: string): Json => ({ [metaKeys.logLevel]: level });

const initResult = (id: unknown, capabilities: Json): Json =>
  result(id, { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 's', version: '1' } });

/** The 2025 handshake on a shared channel. */
export const handshake = (server: Json = { logging: {}, tools: {} }, client: Json = {}): Step[] => [
  sends(request(1000, 'initialize', { protocolVersion: '2025-11-25', capabilities: client })),
  gets(initResult(1000, server)),
  sends(note('notifications/initialized')),
];

export const discovery = (capabilities: Json = { logging: {}, tools: {} }): Step[] => [
  sends(modern(1000, 'server/discover')),
  gets(discovered(1000, capabilities)),
];

export const discovered = (id: unknown, capabilities: Json = {}): Json =>
  result(id, {
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities,
    ttlMs: 0,
    cacheScope: 'private',
  });

/** The 2025 handshake over HTTP, on the streams 1000 and 1001. */
export const httpHandshake = (sessionId = 'abc'): Step[] => [
  posts(1000, request(1000, 'initialize', { protocolVersion: '2025-11-25', capabilities: {} })),
  replies(1000, initResult(1000, { tools: {} }), { headers: { 'mcp-session-id': sessionId } }),
  posts(1001, note('notifications/initialized'), { 'MCP-Session-Id': sessionId }),
  accepts(1001),
];

const allDeclared = { logging: {}, tools: { listChanged: true } };

/** A server shows first which revision it speaks, unless the steps say how that goes. */
function opened(steps: readonly Step[], isHttp: boolean): readonly Step[] {
  const saysItself = steps.some((step) => 'raw' in step && /"(?:initialize|server\/discover)"/.test(step.raw));
  if (saysItself) return steps;
  const asked = modern('first', 'server/discover');
  const told = discovered('first', allDeclared);
  return isHttp ? [posts(-1, asked), replies(-1, told), ...steps] : [sends(asked), gets(told), ...steps];
}

/** The findings on frames 1 ms apart. */
export function judge(given: readonly Step[]): readonly Finding[] {
  const transport = given.some((step) => 'http' in step) ? 'http' : 'stdio';
  const steps = opened(given, transport === 'http');
  const { checks, findings } = strictChecks(transport);
  let atMs = 1_000;
  for (const step of steps) {
    if ('waitMs' in step) atMs += step.waitMs;
    else checks.frame({ ...step, atMs: ++atMs });
  }
  return findings();
}

/** A form that is right. */
export const rightForm: Json = { message: 'm', requestedSchema: { type: 'object', properties: {} } };
