import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { http, type Transport } from '@mcpfusion/client';
import { onTestFinished } from 'vitest';
import type { FakeMessage } from './fake-server.js';

export type HttpAnswer = (message: FakeMessage, response: ServerResponse, request: IncomingMessage) => void;

/** A 2025 server by hand, that shakes hands and lists `try`; the rest is the test's, `GET` (no method) included. */
export async function olderHttpServer(answer: HttpAnswer): Promise<{ readonly transport: () => Transport }> {
  const server: Server = createServer((request, response) => {
    void text(request).then((body) => {
      const message = JSON.parse(body || '{}') as FakeMessage;
      const { id, method } = message;
      const result = known[method];
      if (result) json(response, { jsonrpc: '2.0', id, result });
      else if (method === 'notifications/initialized') response.writeHead(202).end();
      else answer(message, response, request);
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { transport: () => http({ url: `http://127.0.0.1:${port}/` }) };
}

const known: Readonly<Record<string, object>> = {
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } },
  'tools/list': { tools: [{ name: 'try', inputSchema: { type: 'object' } }] },
  ping: {},
};

export function json(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
