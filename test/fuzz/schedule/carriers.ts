import { request } from 'node:http';
import { toFetchHandler, type Server } from '@mcpfusion/core';
import { serveHttp } from '@mcpfusion/core/node';
import type { Carrier } from './http-client.js';

/** Web-standard requests, without a socket. */
export function fetchCarrier(server: Server): Carrier {
  const handle = toFetchHandler(server);
  return {
    wire: 'HTTP, in process',
    exchange: async (method, headers, body, signal) => {
      const init = { method, headers, signal, ...(method === 'POST' ? { body } : {}) };
      const response = await handle(new Request('http://localhost/mcp', init));
      const decoder = new TextDecoder();
      const chunks = async function* () {
        // Not by for await: that would cancel the body of a run that has failed.
        const reader = response.body?.getReader();
        for (;;) {
          const { done = true, value } = (await reader?.read()) ?? {};
          if (done) return;
          yield decoder.decode(value, { stream: true });
        }
      };
      return { status: response.status, header: (name) => response.headers.get(name) ?? undefined, chunks: chunks() };
    },
    // A handler of requests does not tell.
    openSessions: () => 0,
    close: async () => {},
  };
}

/** A real listener on loopback, one connection a request. */
export async function socketCarrier(server: Server): Promise<Carrier> {
  const listener = await serveHttp(server, { port: 0 });
  return {
    wire: 'HTTP, sockets',
    exchange: (method, headers, body, signal) =>
      new Promise((resolve, reject) => {
        const sending = request(listener.url, { method, headers, signal, agent: false }, (response) => {
          response.setEncoding('utf8');
          const header = (name: string): string | undefined => response.headers[name]?.toString();
          resolve({ status: response.statusCode ?? 0, header, chunks: response });
        });
        sending.on('error', reject);
        sending.end(body);
      }),
    openSessions: () => listener.sessionCount,
    close: () => listener.close({ drainMs: 0 }),
  };
}
