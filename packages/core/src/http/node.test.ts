import { spawn } from 'node:child_process';
import {
  Agent,
  createServer as createHttpServer,
  request as httpRequest,
  type IncomingMessage,
  type Server as HttpServer,
} from 'node:http';
import { connect as connectSocket, type AddressInfo, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import type { CancelledError } from '../errors.js';
import { progress } from '../handler/progress.js';
import { connectInMemory } from '../server/memory.js';
import { createServer, type Server } from '../server/server.js';
import { initMCPFusion } from '../tool/fusion.js';
import { serveHttp, type HttpListener, type ServeHttpOptions } from './node-listener.js';
import { toNodeHandler, type NodeHandler } from './node.js';

const f = initMCPFusion();

/** What handlers have seen: `started`, `aborted: disconnect`, `finally`, … */
let seen: string[] = [];
/** Ends the calls of `hold`, one a call. */
let release: (() => void)[] = [];

const echo = f
  .query('echo')
  .withString('text')
  .handle(({ text }) => text);
const hold = f
  .query('hold')
  .withString('tag', 'Tells calls apart', { optional: true })
  .handle(async ({ tag = '' }, ctx) => {
    seen.push(`started${tag}`);
    try {
      await new Promise<void>((resolve, reject) => {
        release.push(resolve);
        ctx.signal.addEventListener('abort', () => {
          seen.push(`aborted${tag}: ${(ctx.signal.reason as CancelledError).kind}`);
          reject(ctx.signal.reason as Error);
        });
      });
      return `held${tag}`;
    } finally {
      seen.push(`finally${tag}`);
    }
  });
const flood = f
  .query('flood')
  .withInteger('count')
  .handle(async function* ({ count }) {
    for (let step = 1; step <= count; step++) {
      yield progress({ progress: step, total: count, message: 'x'.repeat(1_000) + step });
    }
    seen.push('flooded');
    return 'done';
  });
const large = f
  .query('large')
  .withInteger('size')
  .handle(({ size }) => {
    seen.push('large');
    return 'x'.repeat(size);
  });

const servers: Server[] = [];
const plain: HttpServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close({ drainMs: 0 })));
  for (const listener of plain.splice(0)) {
    listener.close();
    listener.closeAllConnections();
  }
  seen = [];
  release = [];
});

const create = (): Server => {
  const server = createServer({ name: 'test', version: '1', log: false, tools: [echo, hold, flood, large] });
  servers.push(server);
  return server;
};

async function serve(options: ServeHttpOptions = {}): Promise<{ server: Server; listener: HttpListener; url: string }> {
  const server = create();
  const listener = await serveHttp(server, { port: 0, ...options });
  return { server, listener, url: listener.url };
}

/** A `node:http` server of the user's own. */
async function listen(handle: NodeHandler): Promise<string> {
  const listener = createHttpServer(handle);
  plain.push(listener);
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`;
}

const version = '2026-07-28';
const meta = {
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientCapabilities': {},
};

interface Post {
  readonly headers: Record<string, string>;
  readonly body: string;
}

function callOf(name: string, args: object = {}, { id = 1 as unknown, token = undefined as unknown } = {}): Post {
  const _meta = token === undefined ? meta : { ...meta, progressToken: token };
  return {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version,
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args, _meta } }),
  };
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** Sends one request on a connection of its own, or on the agent's. */
function send(
  url: string,
  { headers, body }: Post,
  { method = 'POST', agent }: { method?: string; agent?: Agent } = {},
) {
  return new Promise<Answer>((resolve, reject) => {
    const request = httpRequest(url, { method, headers, agent: agent ?? false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => void (text += piece));
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    request.once('error', reject);
    request.end(body);
  });
}

type Frame = Record<string, unknown> & {
  id?: unknown;
  params?: { progress?: number };
  result?: { content: { text: string }[] };
};

const framesOf = (text: string): Frame[] =>
  text.startsWith('{')
    ? [JSON.parse(text) as Frame]
    : [...text.matchAll(/^data: (.+)$/gm)].map(([, json = '']) => JSON.parse(json) as Frame);

const textOf = ({ text }: { text: string }): string | undefined => framesOf(text).at(-1)?.result?.content[0]?.text;

async function call(
  url: string,
  name: string,
  args?: object,
  more?: { id?: unknown; token?: unknown },
): Promise<string> {
  const answer = await send(url, callOf(name, args, more));
  expect(answer.status).toBe(200);
  return textOf(answer) ?? '';
}

async function until(isTrue: () => boolean): Promise<void> {
  const endsAtMs = performance.now() + 10_000;
  while (!isTrue()) {
    if (performance.now() > endsAtMs) throw new Error(`It did not come true. Seen: ${seen.join(', ')}`);
    await sleep(2);
  }
}

const headOf = (url: string, { headers, body }: Post, more: Record<string, string> = {}): string => {
  const all = { host: new URL(url).host, 'content-length': String(Buffer.byteLength(body)), ...headers, ...more };
  const kept = Object.entries(all).filter(([, value]) => value !== '');
  return `POST ${new URL(url).pathname} HTTP/1.1\r\n${kept.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
};

/** A bare socket, and what came out of it so far. */
class Raw {
  readonly socket: Socket;
  received = '';
  readonly closed: Promise<void>;

  constructor(url: string, { isReading = true } = {}) {
    const { hostname, port } = new URL(url);
    this.socket = connectSocket(Number(port), hostname.replace(/^\[|\]$/g, ''));
    this.socket.on('error', () => {});
    this.closed = new Promise((resolve) => this.socket.once('close', () => resolve()));
    if (isReading) this.read();
  }

  read(): void {
    this.socket.setEncoding('utf8').on('data', (text) => void (this.received += text.toString()));
  }

  /** The JSON of the first answer, without its chunk sizes. */
  get text(): string {
    return /\{.*\}/s.exec(this.received)?.[0].replaceAll(/\r\n[0-9a-f]+\r\n/g, '') ?? '';
  }

  post(url: string, post: Post): void {
    this.socket.write(headOf(url, post) + post.body);
  }
}

async function openSession(url: string): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
  const answer = await send(url, { headers, body });
  return {
    ...headers,
    'mcp-session-id': String(answer.headers['mcp-session-id']),
    'mcp-protocol-version': '2025-11-25',
  };
}

const sessionCall = (headers: Record<string, string>, name: string, args: object = {}, id: unknown = 1): Post => ({
  headers,
  body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } }),
});

describe('a client that goes away', () => {
  it('before its parsed body is handed over does not start its call', async () => {
    const server = create();
    const handle = toNodeHandler(server);
    const { headers, body } = callOf('hold');
    const url = await listen((request, response) => {
      request.resume();
      request.once('close', () => {
        handle(Object.assign(request, { body: JSON.parse(body) as unknown }), response);
        seen.push('handed over');
      });
    });
    const client = new Raw(url);
    // A body that never ends.
    client.socket.write(headOf(url, { headers, body: `${body} ` }) + body);
    await sleep(50);
    client.socket.destroy();
    await until(() => seen.includes('handed over'));
    await until(() => server.counts().inFlight === 0 && server.counts().running === 0);
    expect(seen).toEqual(['handed over']);
  });

  it.each([
    ['before the answer has begun', undefined],
    ['from an open stream', 'p'],
  ])('%s cancels its call in 2026-07-28 (case 4, CAN-04)', async (_name, token) => {
    const { server, url } = await serve({ openAfterMs: 1 });
    const client = new Raw(url);
    client.post(url, callOf('hold', {}, { token }));
    await until(() => seen.includes('started') && (token === undefined || client.received.includes('event-stream')));
    client.socket.destroy();
    await until(() => seen.includes('finally'));
    expect(seen).toEqual(['started', 'aborted: disconnect', 'finally']);
    await until(() => server.counts().running === 0 && server.counts().inFlight === 0);
  });

  it('cancels nothing in 2025-11-25, and its call can still be cancelled (case 4, CAN25-09)', async () => {
    const { server, url } = await serve();
    const headers = await openSession(url);
    const client = new Raw(url);
    client.post(url, sessionCall(headers, 'hold'));
    await until(() => seen.includes('started'));
    client.socket.destroy();
    await client.closed;
    expect(textOf(await send(url, sessionCall(headers, 'echo', { text: 'x' }, 2)))).toBe('x');
    expect(server.counts().running).toBe(1);
    const params = { requestId: 1 };
    await send(url, { headers, body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params }) });
    await until(() => seen.includes('finally'));
    expect(seen).toEqual(['started', 'aborted: client', 'finally']);
  });

  it('while the body is on its way leaves nothing behind', async () => {
    const { server, url } = await serve();
    const post = callOf('echo', { text: 'x'.repeat(1_000) });
    const clients = Array.from({ length: 10 }, () => new Raw(url));
    for (const { socket } of clients) socket.write(headOf(url, post) + post.body.slice(0, 500));
    await sleep(50);
    for (const { socket } of clients) socket.resetAndDestroy();
    await Promise.all(clients.map(({ closed }) => closed));
    expect(await call(url, 'echo', { text: 'alive' })).toBe('alive');
    expect(server.counts()).toMatchObject({ inFlight: 0, running: 0 });
  });

  it('before a framework hands its request over cancels the call too', async () => {
    const server = create();
    const handle = toNodeHandler(server);
    const url = await listen((request, response) => {
      const chunks: Uint8Array[] = [];
      request.on('data', (chunk: Uint8Array) => chunks.push(chunk));
      request.once('end', () => {
        Object.assign(request, { body: JSON.parse(Buffer.concat(chunks).toString()) as unknown });
        seen.push('authenticating');
        response.once('close', () => {
          handle(request, response);
          seen.push('handed over');
        });
      });
    });
    const client = new Raw(url);
    client.post(url, callOf('hold'));
    await until(() => seen.includes('authenticating'));
    client.socket.destroy();
    await until(() => seen.includes('handed over'));
    await until(() => server.counts().inFlight === 0 && server.counts().running === 0);
    expect(seen.includes('started')).toBe(seen.includes('finally'));
  });
});

describe('a reader that stalls', () => {
  it('makes progress coalesce, and gets the last value and the result (case 57)', async () => {
    const { url } = await serve();
    const client = new Raw(url, { isReading: false });
    const before = process.memoryUsage();
    client.post(url, callOf('flood', { count: 60_000 }, { token: 'p' }));
    await until(() => seen.includes('flooded'));
    const after = process.memoryUsage();
    expect(after.heapUsed + after.external - before.heapUsed - before.external).toBeLessThan(60_000_000);
    client.read();
    await until(() => client.received.includes('"result"'));
    const values = [...client.received.matchAll(/"progress":(\d+)/g)].map(([, value]) => Number(value));
    expect(values.at(-1)).toBe(60_000);
    expect(values.length).toBeLessThan(20_000);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    client.socket.destroy();
  });
});

describe('serveHttp', () => {
  it('says what to do when the port is taken', async () => {
    const { listener } = await serve();
    await expect(serveHttp(create(), { port: listener.port })).rejects.toMatchObject({
      code: 'SETUP',
      message: `Expected port ${listener.port} on 127.0.0.1 to be free, but something listens there already. Stop it or take another port; 0 takes any free one.`,
      cause: { code: 'EADDRINUSE' },
    });
  });

  it.each([
    [{ host: '203.0.113.1' }, 'EADDRNOTAVAIL'],
    [{ host: 'no-such-host.invalid' }, 'ENOTFOUND'],
  ])('with %o rejects with what it could not do', async (options, code) => {
    await expect(serveHttp(create(), { port: 0, ...options })).rejects.toMatchObject({
      code: 'SETUP',
      message: expect.stringMatching(/^Expected to listen on .+ port \d+, got: /),
      cause: { code: expect.stringMatching(code === 'ENOTFOUND' ? /ENOTFOUND|EAI_AGAIN/ : code) },
    });
  });

  it('serves one path and says which', async () => {
    const { url } = await serve({ path: '/api/mcp' });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/mcp$/);
    expect(await call(`${url}?a=b`, 'echo', { text: 'x' })).toBe('x');
    for (const path of ['/', '/mcp', '/api/mcp/more', '//api/mcp']) {
      const answer = await send(
        new URL(path, 'http://x').pathname === path ? new URL(path, url).href : url + path,
        callOf('echo'),
      );
      expect([answer.status, answer.text]).toEqual([404, 'Not found. The MCP endpoint is /api/mcp.\n']);
    }
  });

  it.each([
    ['http://localhost/mcp?a=b', 200],
    ['HTTP://localhost:80/mcp', 200],
    ['http://localhost/other', 404],
    ['http://[/mcp', 404],
    ['*', 404],
    ['mcp', 400],
  ])('answers a request line with %s, as a proxy sends it, with %i', async (target, status) => {
    const { url } = await serve();
    const client = new Raw(url);
    const post = callOf('echo', { text: 'x' });
    client.socket.write(headOf(url, post).replace('/mcp', target) + post.body);
    await until(() => client.received.includes('\r\n\r\n'));
    expect(client.received).toContain(`HTTP/1.1 ${status} `);
    client.socket.destroy();
    expect(await call(url, 'echo', { text: 'alive' })).toBe('alive');
  });

  const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));
  it.skipIf(!hasIpv6)('listens on IPv6 (case 65)', async () => {
    const { url } = await serve({ host: '::1' });
    expect(url).toMatch(/^http:\/\/\[::1\]:\d+\/mcp$/);
    expect(await call(url, 'echo', { text: 'x' })).toBe('x');
  });

  it.each(['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'GET'])('answers %s with 405 and Allow', async (method) => {
    const { url } = await serve();
    const answer = await send(url, { headers: {}, body: '' }, { method });
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST, DELETE']);
    expect(answer.text === '').toBe(method === 'HEAD');
  });
});

describe('closing', () => {
  it('lets a stream end with its answer, and does not wait for idle connections (case 109)', async () => {
    const { listener, url } = await serve({ openAfterMs: 1 });
    const agent = new Agent({ keepAlive: true });
    await send(url, callOf('echo', { text: 'x' }), { agent });
    const idle = new Raw(url);
    await until(() => idle.socket.readyState === 'open');
    const streaming = send(url, callOf('hold', {}, { token: 'p' }));
    await until(() => seen.includes('started'));
    const startedAtMs = performance.now();
    const closed = listener.close({ drainMs: 5_000 });
    const refused = await send(url, callOf('echo', { text: 'x' }));
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
    release[0]?.();
    expect(textOf(await streaming)).toBe('held');
    await closed;
    await idle.closed;
    expect(performance.now() - startedAtMs).toBeLessThan(3_000);
    await expect(send(url, callOf('echo'))).rejects.toThrow('ECONNREFUSED');
    agent.destroy();
  });

  it('ends a stream that goes on with SHUTTING_DOWN', async () => {
    const { listener, url } = await serve({ openAfterMs: 1 });
    const streaming = send(url, callOf('hold', {}, { token: 'p' }));
    await until(() => seen.includes('started'));
    await listener.close({ drainMs: 20 });
    expect(textOf(await streaming)).toContain('SHUTTING_DOWN');
    expect(seen).toEqual(['started', 'aborted: shutdown', 'finally']);
  });

  it.each(['listener', 'server'] as const)(
    'the %s does not cut off what a slow reader still has to read',
    async (which) => {
      const { server, listener, url } = await serve();
      const size = 8_000_000;
      const client = new Raw(url, { isReading: false });
      client.post(url, callOf('large', { size }));
      await until(() => seen.includes('large') && server.counts().inFlight === 0);
      const closed = which === 'listener' ? listener.close() : server.close();
      await sleep(50);
      client.read();
      await closed;
      await client.closed;
      expect(client.received.length).toBeGreaterThan(size);
      expect(textOf(client)).toHaveLength(size);
    },
  );

  it('does not wait for a reader that never reads', async () => {
    const { server, listener, url } = await serve();
    const client = new Raw(url, { isReading: false });
    client.post(url, callOf('large', { size: 20_000_000 }));
    await until(() => seen.includes('large') && server.counts().inFlight === 0);
    const startedAtMs = performance.now();
    await listener.close({ drainMs: 100 });
    expect(performance.now() - startedAtMs).toBeLessThan(5_000);
    client.socket.destroy();
  });

  it('on SIGTERM lets the call answer, and then the process ends by itself (cases 109, 110)', async () => {
    const door = (name: string): string => new URL(`../../dist/${name}.js`, import.meta.url).href;
    const script = `
      import { createServer, initMCPFusion } from '${door('index')}';
      import { serveHttp } from '${door('node')}';
      const slow = initMCPFusion().query('slow').handle(async () => {
        console.log('started');
        await new Promise((resolve) => setTimeout(resolve, 500));
        return 'landed';
      });
      const listener = await serveHttp(createServer({ name: 'child', version: '1', tools: [slow] }), { port: 0 });
      process.once('SIGTERM', () => void listener.close());
      console.log(listener.url);
    `;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 2] });
    try {
      let said = '';
      child.stdout?.on('data', (bytes: Uint8Array) => void (said += new TextDecoder().decode(bytes)));
      const exited = new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
      await until(() => said.includes('/mcp\n'));
      const url = said.trim();
      const agent = new Agent({ keepAlive: true });
      await send(url, callOf('none'), { agent });
      const answer = send(url, callOf('slow'));
      await until(() => said.includes('started'));
      child.kill('SIGTERM');
      expect(textOf(await answer)).toBe('landed');
      expect(await exited).toEqual({ code: 0, signal: null });
      agent.destroy();
    } finally {
      if (child.exitCode === null) child.kill('SIGKILL');
    }
  });

  it('gives a reader that reads, however slowly, its time (drainMs)', async () => {
    const { server, url } = await serve();
    const size = 20_000_000;
    const client = new Raw(url, { isReading: false });
    client.post(url, callOf('large', { size }));
    await until(() => seen.includes('large') && server.counts().inFlight === 0);
    const closed = server.close({ drainMs: 10_000 });
    await sleep(2_500);
    client.read();
    await closed;
    await client.closed;
    expect(textOf(client)).toHaveLength(size);
  });

  it('ends the process, even if a handler takes no notice', async () => {
    const door = (name: string): string => new URL(`../../dist/${name}.js`, import.meta.url).href;
    const script = `
      import { createServer, initMCPFusion } from '${door('index')}';
      import { serveHttp } from '${door('node')}';
      const stuck = initMCPFusion().query('stuck').handle(() => {
        void listener.close({ drainMs: 10 }).then(() => console.log('closed'));
        return new Promise(() => {});
      });
      const server = createServer({ name: 'child', version: '1', tools: [stuck], graceMs: 60_000 });
      const listener = await serveHttp(server, { port: 0 });
      console.log(listener.url);
    `;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 2] });
    try {
      let said = '';
      child.stdout?.on('data', (bytes: Uint8Array) => void (said += new TextDecoder().decode(bytes)));
      const exited = new Promise((resolve) => child.once('exit', resolve));
      await until(() => said.includes('/mcp\n'));
      expect(textOf(await send(said.trim(), callOf('stuck')))).toContain('SHUTTING_DOWN');
      expect(await exited).toBe(0);
      expect(said).toContain('closed');
    } finally {
      if (child.exitCode === null) child.kill('SIGKILL');
    }
  });

  it('is for good: nothing listens for that server any more', async () => {
    const { server } = await serve();
    const closed = server.close();
    const sentence = 'Expected a server that is open, got one that is closing or closed.';
    await expect(serveHttp(server, { port: 0 })).rejects.toMatchObject({ code: 'SETUP', message: sentence });
    await closed;
    await expect(serveHttp(server, { port: 0 })).rejects.toMatchObject({ code: 'SETUP', message: sentence });
    const other = create();
    const listening = serveHttp(other, { port: 0 });
    void other.close();
    await expect(listening).rejects.toMatchObject({ code: 'SETUP', message: sentence });
  });

  it('can be asked for twice, and at the same time', async () => {
    const { server, listener } = await serve();
    await Promise.all([listener.close(), listener.close(), server.close()]);
    await listener.close();
    await expect(send(listener.url, callOf('echo'))).rejects.toThrow('ECONNREFUSED');
  });
});

describe('one server', () => {
  it('on two listeners and in memory goes on when one of them closes, and closes all (case 56)', async () => {
    const { server, listener: first } = await serve();
    const second = await serveHttp(server, { port: 0 });
    const frames: Frame[] = [];
    const memory = connectInMemory(server, (json) => void frames.push(JSON.parse(json) as Frame));
    const viaFirst = send(first.url, callOf('hold', { tag: ' 1' }));
    const viaSecond = send(second.url, callOf('hold', { tag: ' 2' }));
    memory.receive(callOf('hold', { tag: ' 3' }).body);
    await until(() => seen.length === 3);
    await first.close({ drainMs: 0 });
    expect(textOf(await viaFirst)).toContain('SHUTTING_DOWN');
    expect(seen.filter((what) => what.startsWith('aborted'))).toEqual(['aborted 1: shutdown']);
    expect(await call(second.url, 'echo', { text: 'x' })).toBe('x');
    await expect(send(first.url, callOf('echo'))).rejects.toThrow('ECONNREFUSED');
    const closed = server.close({ drainMs: 5_000 });
    for (const end of release) end();
    expect(textOf(await viaSecond)).toBe('held 2');
    await closed;
    expect(frames).toMatchObject([{ id: 1, result: { content: [{ text: 'held 3' }] } }]);
    await expect(send(second.url, callOf('echo'))).rejects.toThrow('ECONNREFUSED');
  });

  it('gives 20 clients with the same id their own answers (case 55)', async () => {
    const { server, url } = await serve();
    const tags = Array.from({ length: 20 }, (_, index) => ` ${index}`);
    const answers = tags.map((tag) => send(url, callOf('hold', { tag }, { id: 1 })).then(textOf));
    await until(() => seen.length === 20);
    for (const end of release.toReversed()) end();
    expect(await Promise.all(answers)).toEqual(tags.map((tag) => `held${tag}`));
    expect(server.counts()).toMatchObject({ inFlight: 0, running: 0 });
  });

  it('serves 20 sessions at once, and the end of one is the end of one (case 56)', async () => {
    const { listener, url } = await serve();
    const sessions = await Promise.all(Array.from({ length: 20 }, () => openSession(url)));
    expect(listener.sessionCount).toBe(20);
    const answers = sessions.map((headers, index) => send(url, sessionCall(headers, 'hold', { tag: ` ${index}` })));
    await until(() => seen.length === 20);
    const ended = await send(url, { headers: sessions[7] ?? {}, body: '' }, { method: 'DELETE' });
    expect(ended.status).toBe(204);
    await until(() => seen.includes('finally 7'));
    for (const end of release) end();
    const texts = (await Promise.all(answers)).map(textOf);
    expect(texts).toEqual(sessions.map((_, index) => (index === 7 ? undefined : `held ${index}`)));
    expect(seen.filter((what) => what.startsWith('aborted'))).toEqual(['aborted 7: client']);
  });

  it('keeps nothing of a thousand calls, nor of clients that have gone (case 61)', async () => {
    const { server, listener, url } = await serve({ sessionIdleMs: 50 });
    const agent = new Agent({ keepAlive: true, maxSockets: 20 });
    const many = async (count: number): Promise<void> => {
      const all = Array.from({ length: count }, () => send(url, callOf('echo', { text: 'x' }), { agent }));
      await Promise.all(all);
    };
    await many(200);
    const before = heapAfterGc();
    await many(1_000);
    for (let round = 0; round < 10; round++) {
      const clients = Array.from({ length: 20 }, () => new Raw(url));
      const post = callOf('hold', {}, { token: 'p' });
      for (const client of clients) client.post(url, post);
      const headers = await openSession(url);
      await until(() => seen.length === 20);
      for (const { socket } of clients) socket.destroy();
      await until(() => server.counts().running === 0);
      expect(headers).toHaveProperty('mcp-session-id');
      seen = [];
      release = [];
    }
    await sleep(60);
    await openSession(url);
    expect(listener.sessionCount).toBe(1);
    expect(server.counts()).toEqual({ inFlight: 0, queued: 0, running: 0, abandonedTotal: 0 });
    expect(heapAfterGc() - before).toBeLessThan(10_000_000);
    agent.destroy();
  });

  function heapAfterGc(): number {
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
    return process.memoryUsage().heapUsed;
  }
});

describe('a body', () => {
  it('is put together from single bytes (case 59)', async () => {
    const { url } = await serve();
    const text = 'é€😀 a\u2028b\u2029c';
    const post = callOf('echo', { text });
    const client = new Raw(url);
    client.socket.setNoDelay(true);
    client.socket.write(headOf(url, post));
    for (const byte of Buffer.from(post.body)) {
      client.socket.write(Uint8Array.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await until(() => client.received.includes('"result"'));
    expect(textOf(client)).toBe(text);
    client.socket.destroy();
  });

  it('that is no UTF-8 is a parse error without an id', async () => {
    const { url } = await serve();
    const post = callOf('echo');
    const client = new Raw(url);
    client.socket.write(headOf(url, post, { 'content-length': '3', connection: 'close' }));
    client.socket.write(Uint8Array.of(0x22, 0xff, 0x22));
    await client.closed;
    expect(client.received).toMatch(/^HTTP\/1\.1 400 /);
    expect(framesOf(client.text)[0]).toEqual({
      jsonrpc: '2.0',
      error: { code: -32700, message: expect.any(String) },
    });
  });

  it.each([
    ['by its Content-Length', false],
    ['in chunks', true],
  ])('that is too long %s is refused, and the client can read it', async (_name, isChunked) => {
    const { server, url } = await serve({ maxBodyBytes: 100_000 });
    const size = 8_000_000;
    // As many do: sends all of it before it reads.
    const client = new Raw(url, { isReading: false });
    const post = callOf('echo');
    const length = isChunked
      ? { 'transfer-encoding': 'chunked', 'content-length': '' }
      : { 'content-length': String(size) };
    client.socket.write(headOf(url, post, length));
    const piece = 'x'.repeat(50_000);
    for (let sent = 0; sent < size && client.socket.writable; sent += piece.length) {
      const isTaken = client.socket.write(isChunked ? `${piece.length.toString(16)}\r\n${piece}\r\n` : piece);
      if (!isTaken) await Promise.race([new Promise((resolve) => client.socket.once('drain', resolve)), client.closed]);
    }
    if (isChunked) client.socket.write('0\r\n\r\n');
    client.read();
    await until(() => client.received.includes('longer than 100000 bytes'));
    client.socket.destroy();
    expect(client.received).toMatch(/^HTTP\/1\.1 413 /);
    expect(await call(url, 'echo', { text: 'alive' })).toBe('alive');
    expect(server.counts().inFlight).toBe(0);
  });

  it('that is too long and never ends is refused all the same, and does not hold up the close', async () => {
    const { listener, url } = await serve({ maxBodyBytes: 1_000 });
    const client = new Raw(url);
    client.socket.write(headOf(url, callOf('echo'), { 'content-length': '1000000' }));
    client.socket.write('x'.repeat(5_000));
    await until(() => client.received.startsWith('HTTP/1.1 413 '));
    await listener.close();
    await client.closed;
    expect(client.received).toContain('longer than 1000 bytes');
  });

  it('that is too long may be followed by the next request on the same connection', async () => {
    const { url } = await serve({ maxBodyBytes: 1_000 });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const refused = await send(url, callOf('echo', { text: 'x'.repeat(200_000) }), { agent });
    expect(refused.status).toBe(413);
    expect(textOf(await send(url, callOf('echo', { text: 'x' }), { agent }))).toBe('x');
    agent.destroy();
  });
});

it('closing without a drain leaves readers 2 s for what they have still to read', async () => {
  const listener = await serveHttp(create(), { port: 0 });
  const size = 20_000_000;
  const { headers, body } = callOf('large', { size });
  const socket = connectSocket(listener.port, '127.0.0.1');
  socket.pause();
  const lines = Object.entries({ host: 'localhost', ...headers, 'content-length': body.length });
  socket.write(`POST /mcp HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`);
  await until(() => seen.includes('large'));
  const closed = listener.close({ drainMs: 0 });
  // Long enough to be cut off by a close that does not wait, and far from 2 s.
  await sleep(300);
  let received = 0;
  socket.on('data', (bytes: Buffer) => (received += bytes.length));
  socket.resume();
  await closed;
  await until(() => received > size || socket.closed);
  expect(received).toBeGreaterThan(size);
  socket.destroy();
});

describe('toNodeHandler', () => {
  const withBody = async (body: unknown): Promise<Answer> => {
    const handle = toNodeHandler(create());
    const url = await listen((request, response) => {
      // As after a look into a database.
      request.resume().once('end', () => setTimeout(() => handle(Object.assign(request, { body }), response), 5));
    });
    return send(url, callOf('echo', { text: 'é' }));
  };

  it.each([
    ['an object', JSON.parse(callOf('echo', { text: 'é' }).body) as unknown],
    ['text', callOf('echo', { text: 'é' }).body],
    ['bytes', Buffer.from(callOf('echo', { text: 'é' }).body)],
  ])('takes a body that a framework has read: %s', async (_name, body) => {
    expect(textOf(await withBody(body))).toBe('é');
  });

  it('refuses a body that a framework has read if it is nested too deep', async () => {
    const _meta = { ...meta, progressToken: JSON.parse('['.repeat(10_000) + ']'.repeat(10_000)) as unknown };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo', _meta } };
    const answer = await withBody(body);
    expect([answer.status, framesOf(answer.text)[0]]).toMatchObject([400, { id: 1, error: { code: -32600 } }]);
  });

  it('answers when a framework has read the body and kept it', async () => {
    const answer = await withBody(undefined);
    expect([answer.status, framesOf(answer.text)[0]?.['error']]).toMatchObject([400, { code: -32700 }]);
  });

  it('leaves alone what a framework has answered already', async () => {
    const handle = toNodeHandler(create());
    const url = await listen((request, response) => {
      response.writeHead(504).end('too late');
      handle(request, response);
    });
    expect(await send(url, { ...callOf('echo', { text: 'x' }), headers: {} })).toMatchObject({
      status: 504,
      text: 'too late',
    });
    expect((await send(url, callOf('echo', { text: 'x' }))).status).toBe(504);
  });

  it('takes requests in the order in which they came: the end of a session does not overtake a call in it', async () => {
    const handle = toNodeHandler(create());
    const url = await listen((request, response) => handle(request, response));
    const { port } = new URL(url);
    const headers = Object.entries({ host: 'localhost', ...(await openSession(url)) })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    const body = JSON.stringify({ jsonrpc: '2.0', id: 5, method: 'tools/call', params: { name: 'hold' } });
    const socket = connectSocket(Number(port), '127.0.0.1');
    let text = '';
    socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
    socket.write(
      `POST / HTTP/1.1\r\n${headers}content-length: ${body.length}\r\n\r\n${body}` +
        `DELETE / HTTP/1.1\r\n${headers}\r\n`,
    );
    await until(() => text.includes('204 No Content'));
    socket.destroy();
    expect(seen).toEqual(['started', 'aborted: client', 'finally']);
    expect(text).not.toContain('404');
  });

  it('cancels the call whose answer a framework gives in its place', async () => {
    const server = create();
    const handle = toNodeHandler(server);
    const url = await listen((request, response) => {
      handle(request, response);
      void until(() => seen.includes('started')).then(() => response.writeHead(504).end('too late'));
    });
    expect((await send(url, callOf('hold'))).text).toBe('too late');
    await until(() => seen.includes('finally'));
    expect(seen).toEqual(['started', 'aborted: disconnect', 'finally']);
    await until(() => server.counts().inFlight === 0);
  });

  it('serves one path of a server of your own, with a principal', async () => {
    const handle = toNodeHandler(create());
    const url = await listen((request, response) => {
      const { pathname } = new URL(request.url ?? '', 'http://x');
      const principal = request.headers.authorization;
      if (pathname.startsWith('/tools/mcp')) handle(request, response, principal === undefined ? {} : { principal });
      else response.end('the rest of the application');
    });
    expect(await call(`${url}tools/mcp`, 'echo', { text: 'x' })).toBe('x');
    expect((await send(url, callOf('echo'))).text).toBe('the rest of the application');
    const headers = await openSession(`${url}tools/mcp`);
    const asAnn = sessionCall({ ...headers, authorization: 'ann' }, 'echo', { text: 'x' });
    expect((await send(`${url}tools/mcp`, asAnn)).status).toBe(404);
  });
});
