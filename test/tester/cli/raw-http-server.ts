import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  /** `tools/call`, or the HTTP method of what has no message, such as `GET`. */
  readonly method: string;
  readonly id: number | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
}

export type RawAnswer = (received: Received, response: ServerResponse) => void;

export interface RawHttpServer extends AsyncDisposable {
  readonly url: string;
  /** Oldest first. */
  readonly received: readonly Received[];
  /** Of those, the ones whose answers were closed by the other side before this server ended them. */
  readonly dropped: readonly Received[];
}

const capabilities = { tools: { listChanged: true }, resources: { subscribe: true }, logging: {} };
const serverInfo = { name: 'raw', version: '1.0.0' };

/** What is answered unless a test has an answer of its own. */
const usual: Readonly<Record<string, object>> = {
  initialize: { protocolVersion: '2025-11-25', capabilities, serverInfo },
  'server/discover': {
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities,
    ttlMs: 0,
    cacheScope: 'private',
    _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
  },
  'logging/setLevel': {},
  'resources/subscribe': {},
};

/**
 * An MCP server over HTTP by hand, in this process, of both revisions. What is not in `answers` is answered as usual,
 * and with "method not found" or HTTP 405 where there is no usual answer.
 */
export async function rawHttpServer(answers: Readonly<Record<string, RawAnswer>> = {}): Promise<RawHttpServer> {
  const received: Received[] = [];
  const dropped: Received[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const message = JSON.parse(body || '{}') as Partial<Received>;
      const { method = request.method ?? '', id, params = {} } = message;
      const one: Received = { method, id, params, headers: request.headers };
      received.push(one);
      response.once('close', () => {
        if (!response.writableEnded) dropped.push(one);
      });
      (answers[method] ?? answerAsUsual)(one, response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    received,
    dropped,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answerAsUsual({ method, id, headers }: Received, response: ServerResponse): void {
  const result = usual[method];
  const isStateless = headers['mcp-protocol-version'] === '2026-07-28';
  const error = { code: -32601, message: 'Method not found' };
  if (result) answer(response, { id, result });
  else if (id !== undefined) answer(response, { id, error }, isStateless ? 404 : 200);
  else response.writeHead(method.startsWith('notifications/') ? 202 : 405).end();
}

/** One message as JSON. */
export function answer(response: ServerResponse, message: object, status = 200): void {
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ jsonrpc: '2.0', ...message }));
}

/** Begins an event stream; gives what sends a message on it. */
export function openStream(response: ServerResponse): (message: object) => void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  return (message) => void response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
}
