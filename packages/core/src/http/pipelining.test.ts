import { Agent, createServer as createHttpServer, request as httpRequest } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { CancelledError } from '../errors.js';
import { createServer, type Server } from '../server/server.js';
import { initMCPFusion } from '../tool/fusion.js';
import { serveHttp } from './node-listener.js';
import { toNodeHandler } from './node.js';

const f = initMCPFusion();
let seen: string[] = [];
const echo = f
  .query('echo')
  .withString('text')
  .handle(async ({ text }) => Promise.resolve(text));
const hold = f.query('hold').handle(
  (_input, ctx) =>
    new Promise((_resolve, reject) => {
      seen.push('started');
      ctx.signal.addEventListener('abort', () => {
        seen.push(`aborted: ${(ctx.signal.reason as CancelledError).kind}`);
        reject(ctx.signal.reason as Error);
      });
    }),
);

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  seen = [];
});

function create(): Server {
  const server = createServer({ name: 'test', version: '1', log: false, tools: [echo, hold] });
  ends.push(() => server.close({ drainMs: 0 }));
  return server;
}

const version = '2026-07-28';

function headersOf(name: string, body: string): Record<string, string> {
  return {
    host: 'localhost',
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': version,
    'mcp-method': 'tools/call',
    'mcp-name': name,
    'content-length': String(Buffer.byteLength(body)),
  };
}

function bodyOf(name: string, args: object = {}): string {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name, arguments: args, _meta: meta };
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
}

function rawPost(name: string, args: object = {}): string {
  const body = bodyOf(name, args);
  const lines = Object.entries(headersOf(name, body)).map(([key, value]) => `${key}: ${value}\r\n`);
  return `POST /mcp HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

async function open(url: string, text: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(text);
  await until(() => socket.readyState === 'open');
  return socket;
}

async function until(isTrue: () => boolean): Promise<void> {
  const endsAtMs = performance.now() + 5_000;
  while (!isTrue()) {
    if (performance.now() > endsAtMs) throw new Error(`It did not come true. Seen: ${seen.join(', ')}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

it('a client that goes away cancels all calls of its connection, also those whose answers wait for their turn', async () => {
  const server = create();
  const listener = await serveHttp(server, { port: 0 });
  const client = await open(listener.url, rawPost('hold').repeat(3));
  await until(() => seen.length === 3);
  client.destroy();
  await until(() => server.counts().inFlight === 0 && server.counts().running === 0);
  expect(seen.filter((word) => word === 'aborted: disconnect')).toHaveLength(3);
});

it('an answer that waited for its turn when the client went away does not hold up the close', async () => {
  const server = create();
  const listener = await serveHttp(server, { port: 0 });
  const client = await open(listener.url, rawPost('hold') + rawPost('echo', { text: 'x' }).repeat(2));
  await until(() => seen.length === 1 && server.counts().inFlight === 1);
  client.destroy();
  await until(() => server.counts().inFlight === 0);
  const startedAtMs = performance.now();
  await listener.close({ drainMs: 0 });
  expect(performance.now() - startedAtMs).toBeLessThan(1_000);
});

it('a client that is gone before the body is handed over does not start its calls', async () => {
  const handle = toNodeHandler(create());
  const late: (() => void)[] = [];
  const listener = createHttpServer((request, response) => {
    request.resume().once('end', () => {
      late.push(() => handle(Object.assign(request, { body: JSON.parse(bodyOf('hold')) as unknown }), response));
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  ends.push(async () => void listener.close());
  let isClosed = false;
  listener.once('connection', (socket) => void socket.once('close', () => (isClosed = true)));
  const client = await open(`http://127.0.0.1:${(listener.address() as AddressInfo).port}`, rawPost('hold').repeat(2));
  await until(() => late.length === 2);
  client.destroy();
  await until(() => isClosed);
  for (const handOver of late) handOver();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(seen).toEqual([]);
});

it('leaves no listener behind on a connection that is used again and again', async () => {
  const handle = toNodeHandler(create());
  const sockets = new Set<Socket>();
  const warnings: Error[] = [];
  const onWarning = (warning: Error): void => void warnings.push(warning);
  process.on('warning', onWarning);
  const listener = createHttpServer((request, response) => {
    sockets.add(request.socket);
    handle(request, response);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { port } = listener.address() as AddressInfo;
  const send = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const body = bodyOf('echo', { text: 'x' });
      const init = { port, agent, path: '/mcp', method: 'POST', headers: headersOf('echo', body) };
      const request = httpRequest(init, (response) => void response.resume().once('end', resolve));
      request.once('error', reject).end(body);
    });
  await send();
  const [socket] = sockets;
  const count = (): number => socket?.listenerCount('close') ?? 0;
  const before = count();
  for (let turn = 0; turn < 1_000; turn++) await send();
  expect([sockets.size, count()]).toEqual([1, before]);
  // As many at once as Node would warn of.
  const client = await open(`http://127.0.0.1:${port}`, rawPost('hold').repeat(20));
  await until(() => seen.length === 20);
  client.destroy();
  await until(() => seen.length === 40);
  await new Promise((resolve) => setTimeout(resolve, 10));
  process.off('warning', onWarning);
  expect(warnings).toEqual([]);
  agent.destroy();
  listener.close();
});
