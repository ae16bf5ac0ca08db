import {
  createServer as createHttpServer,
  type Server as HttpServer,
  type ServerOptions as HttpServerOptions,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setupError } from '../errors.js';
import { checkOptions } from '../server/check-options.js';
import { checkOpen, closeChecks, readMs, until, type CloseOptions } from '../server/drain.js';
import { coreOf, type Server } from '../server/server.js';
import { longestMs } from '../timer.js';
import { Endpoint } from './endpoint.js';
import { serveHttpChecks, listenDefaults, type EndpointOptions } from './endpoint-options.js';
import { handlerOf } from './node.js';
import { isGone } from './node-socket.js';

export interface ServeHttpOptions extends EndpointOptions {
  /** 0: any free port. Default 3000. */
  readonly port?: number;
  /** Default `127.0.0.1`. Beyond loopback, set `allowedHosts` and `allowedOrigins` as well. */
  readonly host?: string;
  /** Default `/mcp`. */
  readonly path?: string;
  /**
   * How long a client may take to send a request, headers and body, in ms; then it gets 408 and its connection is
   * closed, at most a tenth or 5 s late. The answer may take its time. Default 60000.
   */
  readonly requestTimeoutMs?: number;
}

export interface HttpListener {
  readonly url: string;
  readonly port: number;
  /** 2025-11-25 sessions that are open. */
  readonly sessionCount: number;
  /** Lets the calls that came this way end, then closes every connection. The server and its other transports go on. */
  close(options?: CloseOptions): Promise<void>;
}

/** Listens, and serves `server` on one path. Rejects when it cannot, as when the port is taken or the server closed. */
export async function serveHttp(server: Server, options: ServeHttpOptions = {}): Promise<HttpListener> {
  checkOptions(options, serveHttpChecks);
  const {
    port = 3_000,
    host = '127.0.0.1',
    path = '/mcp',
    requestTimeoutMs = listenDefaults.requestTimeoutMs,
    ...endpointOptions
  } = options;
  const core = coreOf(server);
  checkOpen(core);
  const endpoint = new Endpoint(server, endpointOptions);
  const responses = new Set<ServerResponse>();
  const handle = handlerOf(endpoint, responses);
  const listener = createHttpServer(timeLimits(requestTimeoutMs), (request, response) => {
    if (pathOf(request.url) !== path) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end(`Not found. The MCP endpoint is ${path}.\n`);
      return;
    }
    handle(request, response);
  });
  const bound = await listen(listener, port, host);
  if (core.isClosing) listener.close();
  checkOpen(core);
  // As when there are no file descriptors left: the next connection may find some.
  listener.on('error', (cause) => core.log.error('the HTTP listener failed', { cause }));
  let closing: Promise<void> | undefined;
  const shut = async (closeOptions: CloseOptions): Promise<void> => {
    await endpoint.close(closeOptions);
    // First, since Node's own close() cuts off what has been ended and not yet been read.
    await until(() => ![...responses].some(isUnread), readMs(closeOptions));
    const closed = new Promise<void>((resolve) => listener.close(() => resolve()));
    // Idle connections, and requests that are not complete, would hold the close up.
    listener.closeAllConnections();
    await closed;
    core.transports.delete(close);
  };
  const close = async (closeOptions: CloseOptions = {}): Promise<void> => {
    checkOptions(closeOptions, closeChecks);
    return (closing ??= shut(closeOptions));
  };
  core.transports.add(close);
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${name}:${bound}${path}`,
    port: bound,
    get sessionCount() {
      return endpoint.sessionCount;
    },
    close,
  };
}

/** 0 is Node's word for no limit. It looks for those that are late now and then: by default every 30 s. */
function timeLimits(requestTimeoutMs: number): HttpServerOptions {
  const timeout = requestTimeoutMs > longestMs ? 0 : requestTimeoutMs;
  return {
    requestTimeout: timeout,
    headersTimeout: timeout,
    connectionsCheckingInterval: Math.ceil(Math.min(requestTimeoutMs / 10, 5_000)),
  };
}

/** Proxies may send the whole URL. `undefined` for what is none. */
function pathOf(url = '/'): string | undefined {
  if (url.startsWith('/')) return url.includes('?') ? url.slice(0, url.indexOf('?')) : url;
  return URL.canParse(url) ? new URL(url).pathname : undefined;
}

/** Answered, and still on its way to a reader that is there. */
function isUnread(response: ServerResponse): boolean {
  return response.writableEnded && !response.writableFinished && !isGone(response);
}

async function listen(listener: HttpServer, port: number, host: string): Promise<number> {
  try {
    await new Promise<void>((resolve, reject) => {
      listener.once('error', reject);
      listener.listen(port, host, () => {
        listener.off('error', reject);
        resolve();
      });
    });
  } catch (cause) {
    throw setupError(sentenceOf(cause as NodeJS.ErrnoException, port, host), cause);
  }
  return (listener.address() as AddressInfo).port;
}

function sentenceOf({ code, message }: NodeJS.ErrnoException, port: number, host: string): string {
  if (code === 'EADDRINUSE') {
    return `Expected port ${port} on ${host} to be free, but something listens there already. Stop it or take another port; 0 takes any free one.`;
  }
  if (code === 'EACCES') {
    return `Expected port ${port} on ${host} to be open to this user, but it is not. Take a port above 1023; 0 takes any free one.`;
  }
  return `Expected to listen on host ${host}, port ${port}, got: ${message}`;
}
