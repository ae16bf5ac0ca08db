import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CloseOptions } from '../server/drain.js';
import { coreOf, type Server } from '../server/server.js';
import { Endpoint, type EndpointOptions } from './endpoint.js';
import type { CallerInfo } from './fetch-handler.js';
import type { HttpReply, HttpRequest } from './http-io.js';

/** `(request, response) => void`, for `node:http` and the frameworks on it. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse, caller?: CallerInfo) => void;

/** Serves one server over Node's own requests, on whatever path you give it. A parsed `request.body` is taken as it is. */
export function toNodeHandler(server: Server, options: EndpointOptions = {}): NodeHandler {
  return handlerOf(new Endpoint(server, options));
}

function handlerOf(endpoint: Endpoint): NodeHandler {
  return (request, response, caller = {}) => {
    void endpoint.handle(toHttpRequest(request, caller.principal), new NodeReply(response));
  };
}

export interface ServeHttpOptions extends EndpointOptions {
  /** 0: any free port. Default 3000. */
  readonly port?: number;
  /** Default `127.0.0.1`. Beyond loopback, set `allowedHosts` and `allowedOrigins` as well. */
  readonly host?: string;
  /** Default `/mcp`. */
  readonly path?: string;
}

export interface HttpListener {
  readonly url: string;
  readonly port: number;
  /** 2025-11-25 sessions that are open. */
  readonly sessionCount: number;
  /** Lets the calls that came this way end, then closes every connection. The server and its other transports go on. */
  close(options?: CloseOptions): Promise<void>;
}

/** Listens, and serves `server` on one path. Rejects when the port is taken. */
export async function serveHttp(server: Server, options: ServeHttpOptions = {}): Promise<HttpListener> {
  const { port = 3_000, host = '127.0.0.1', path = '/mcp' } = options;
  const core = coreOf(server);
  const endpoint = new Endpoint(server, options);
  const handle = handlerOf(endpoint);
  const listener = createHttpServer((request, response) => {
    if (request.url?.split('?')[0] === path) return handle(request, response);
    response.writeHead(404, { 'content-type': 'text/plain' }).end(`Not found. The MCP endpoint is ${path}.\n`);
  });
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject);
    listener.listen(port, host, resolve);
  });
  const bound = (listener.address() as AddressInfo).port;
  const name = host.includes(':') ? `[${host}]` : host;
  const close = async (closeOptions?: CloseOptions): Promise<void> => {
    core.transports.delete(close);
    await endpoint.close(closeOptions);
    const closed = new Promise<void>((resolve) => listener.close(() => resolve()));
    // Answers are in the sockets by now; idle ones would hold the close up.
    setImmediate(() => listener.closeAllConnections());
    await closed;
  };
  core.transports.add(close);
  return {
    url: `http://${name}:${bound}${path}`,
    port: bound,
    get sessionCount() {
      return endpoint.sessionCount;
    },
    close,
  };
}

function toHttpRequest(request: IncomingMessage, principal: string | undefined): HttpRequest {
  const header = (name: string): string | undefined => {
    const value = request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };
  return {
    method: request.method ?? 'GET',
    header,
    headers: () => new Headers(Object.keys(request.headers).map((name) => [name, header(name) ?? ''])),
    readBody: (maxBytes) => readBody(request, maxBytes),
    principal,
  };
}

function readBody(request: IncomingMessage & { body?: unknown }, maxBytes: number): Promise<string | undefined> {
  // A framework may have read it before us.
  if (request.body !== undefined)
    return Promise.resolve(typeof request.body === 'string' ? request.body : JSON.stringify(request.body));
  if (Number(request.headers['content-length']) > maxBytes) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    request.on('data', (chunk: Uint8Array) => {
      size += chunk.length;
      if (size <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      request.pause();
      resolve(undefined);
    });
    request.once('end', () => {
      try {
        resolve(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks)));
      } catch (error) {
        reject(error);
      }
    });
    request.once('error', reject);
    request.once('close', () => reject(new Error('The client closed the connection.')));
  });
}

class NodeReply implements HttpReply {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
    // Without a listener a reset connection would end the process.
    response.on('error', () => {});
  }

  start(status: number, headers: Readonly<Record<string, string>>): void {
    this.#response.writeHead(status, headers);
    if (headers['content-type'] === 'text/event-stream') this.#response.flushHeaders();
  }

  write(text: string): boolean {
    return this.#response.write(text);
  }

  end(text?: string): void {
    this.#response.end(text);
  }

  whenDrained(callback: () => void): void {
    this.#response.once('drain', callback);
  }

  whenGone(callback: () => void): void {
    this.#response.once('close', () => {
      if (!this.#response.writableFinished) callback();
    });
  }
}
