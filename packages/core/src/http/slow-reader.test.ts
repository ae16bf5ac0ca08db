import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import type { CancelledError } from '../errors.js';
import type { LogRecord } from '../handler/log.js';
import { createServer, type Server } from '../server/server.js';
import { initMCPFusion } from '../tool/fusion.js';
import { toFetchHandler } from './fetch-handler.js';
import { serveHttp, type ServeHttpOptions } from './node-listener.js';

const f = initMCPFusion();
const maxUnsentBytes = 1024 * 1024;

let seen: string[] = [];
let records: LogRecord[] = [];
const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => server.close({ drainMs: 0 })));
  seen = [];
  records = [];
});

/** Logs so many kilobytes, some in each turn of the event loop, and tells how it ended. */
const talks = f
  .query('talks')
  .withInteger('count')
  .withInteger('perTurn')
  .withInteger('size', 'Of a message', { default: 1_000 })
  .handle(async ({ count, perTurn, size }, ctx) => {
    const line = 'x'.repeat(size);
    for (let at = 1; at <= count && !ctx.signal.aborted; at++) {
      ctx.log.error(line, { at });
      if (at % perTurn === 0) await sleep(0);
    }
    seen.push(ctx.signal.aborted ? (ctx.signal.reason as CancelledError).kind : 'said all');
    return 'done';
  });

function create(): Server {
  const log = ({ level, message, data, logger }: LogRecord): void => {
    if (logger === 'server') records.push({ level, message, data, logger });
  };
  const logging = { maxPerSecond: Number.POSITIVE_INFINITY };
  const server = createServer({ name: 'test', version: '1', log, logging, tools: [talks] });
  servers.push(server);
  return server;
}

const serve = async (options: ServeHttpOptions = {}): Promise<{ server: Server; url: URL }> => {
  const server = create();
  const { url } = await serveHttp(server, { port: 0, maxUnsentBytes, ...options });
  return { server, url: new URL(url) };
};

const version = '2026-07-28';
const common = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

function statelessCall(args: object): { headers: Record<string, string>; body: string } {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/logLevel': 'debug',
  };
  const params = { name: 'talks', arguments: args, _meta };
  return {
    headers: { ...common, 'mcp-protocol-version': version, 'mcp-method': 'tools/call', 'mcp-name': 'talks' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  };
}

async function sessionCall(url: URL, args: object): Promise<{ headers: Record<string, string>; body: string }> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
  const response = await fetch(url, { method: 'POST', headers: common, body });
  return {
    headers: { ...common, 'mcp-session-id': response.headers.get('mcp-session-id') ?? '' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'talks', arguments: args } }),
  };
}

/** POSTs on a socket that reads nothing. */
function postAndStall(url: URL, { headers, body }: { headers: Record<string, string>; body: string }): Socket {
  const socket = connect(Number(url.port), url.hostname);
  sockets.push(socket);
  socket.on('error', () => {});
  const all = { host: url.host, 'content-length': String(body.length), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${url.pathname} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  return socket;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heldBytes(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function until(isTrue: () => boolean): Promise<void> {
  const endsAtMs = performance.now() + 15_000;
  while (!isTrue()) {
    if (performance.now() > endsAtMs) throw new Error(`It did not come true. Seen: ${seen.join(', ')}`);
    await sleep(2);
  }
}

async function received(socket: Socket): Promise<string> {
  let text = '';
  await new Promise<void>((resolve) => {
    socket.setEncoding('utf8').on('data', (piece) => {
      text += piece.toString();
      if (text.endsWith('\r\n0\r\n\r\n')) resolve();
    });
    socket.once('close', () => resolve());
  });
  return text;
}

describe('a client that does not read its log messages', () => {
  it('is cut off in 2026-07-28: its call is cancelled', async () => {
    const { server, url } = await serve();
    const socket = postAndStall(url, statelessCall({ count: 1_000_000, perTurn: 10 }));
    await until(() => seen.length > 0);
    expect(seen).toEqual(['disconnect']);
    expect((await received(socket)).length).toBeLessThan(20_000_000);
    await until(() => server.counts().running === 0);
    expect(records).toMatchObject([{ level: 'warning' }, { level: 'notice', data: { by: 'disconnect' } }]);
  });

  it('loses its stream in 2025-11-25, and the call goes on', async () => {
    const { server, url } = await serve();
    const socket = postAndStall(url, await sessionCall(url, { count: 20_000, perTurn: 100 }));
    await until(() => seen.length > 0);
    expect(seen).toEqual(['said all']);
    await until(() => server.counts().inFlight === 0);
    expect(records).toMatchObject([{ level: 'warning' }]);
    const text = await received(socket);
    // What the ceiling lets wait, and what lies in the system's buffers.
    expect(text.length).toBeLessThan(15_000_000);
    expect(text).not.toContain('"result"');
  });

  it('does not make the process hold what it has not read', async () => {
    const { url } = await serve();
    const before = heldBytes();
    postAndStall(url, await sessionCall(url, { count: 60_000, perTurn: 100 }));
    await until(() => seen.length > 0);
    expect(heldBytes() - before).toBeLessThan(20_000_000);
  });

  it('over web-standard requests is cut off as well', async () => {
    const server = create();
    const { headers, body } = statelessCall({ count: 1_000_000, perTurn: 10 });
    const request = new Request('http://localhost/mcp', { method: 'POST', headers, body });
    const response = await toFetchHandler(server, { maxUnsentBytes })(request);
    await until(() => seen.length > 0);
    expect(seen).toEqual(['disconnect']);
    await expect(response.text()).rejects.toThrow('slow');
    expect(server.counts().inFlight).toBe(0);
  });
});

describe('a client that reads', () => {
  it('gets its answer, whatever one turn of the event loop makes: the rest of that is lost and said once', async () => {
    const { url } = await serve();
    const response = await fetch(url, { method: 'POST', ...statelessCall({ count: 3_000, perTurn: 3_000 }) });
    const text = await response.text();
    expect(text).toContain('"done"');
    const got = [...text.matchAll(/"at":(\d+)/g)].map(([, at]) => Number(at));
    expect(got.length).toBeGreaterThan(500);
    expect(got).toEqual(got.map((_, at) => at + 1));
    expect(records).toMatchObject([{ level: 'warning', data: { lost: 3_000 - got.length } }]);
  });

  it('loses one log message that alone is larger than maxUnsentBytes, and nothing else', async () => {
    const { url } = await serve();
    const size = 2 * maxUnsentBytes;
    const response = await fetch(url, { method: 'POST', ...statelessCall({ count: 3, perTurn: 1, size }) });
    const text = await response.text();
    expect(text).toContain('"done"');
    expect(text).not.toContain('"at":');
    expect(records).toMatchObject([{ level: 'warning', data: { lost: 3 } }]);
  });

  it('gets all of a long log', async () => {
    const { url } = await serve();
    const response = await fetch(url, { method: 'POST', ...statelessCall({ count: 20_000, perTurn: 10 }) });
    const text = await response.text();
    expect(text.match(/"at":/g)).toHaveLength(20_000);
    expect(text).toContain('"done"');
    expect(records).toEqual([]);
  });
});
