import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isObject } from '@mcpfusion/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import {
  CallCancelled,
  connect,
  ConnectionLost,
  http,
  HttpFailure,
  RpcFailure,
  type Client,
  type ConnectOptions,
} from '../index.js';

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params: Record<string, unknown>;
}
interface Received {
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly message: Message | undefined;
  /** The response stream was closed before the server ended it. */
  readonly dropped: Promise<void>;
}
type Answer = (received: Received, response: ServerResponse) => void;

const clients: Client[] = [];
const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const initialized = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'fake', version: '1' } };
const discovered = { supportedVersions: ['2026-07-28'], capabilities: {}, _meta: {} };
const done = { content: [{ type: 'text', text: 'done' }] };

function json(response: ServerResponse, message: object, status = 200, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify({ jsonrpc: '2.0', ...message }));
}
function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
}
const event = (message: object, id?: string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`;
const progress = (message: Message | undefined, value: number): object => {
  const meta = message?.params['_meta'];
  const progressToken = isObject(meta) ? meta['progressToken'] : undefined;
  return { method: 'notifications/progress', params: { progressToken, progress: value } };
};

/** A server that shakes hands in both eras; the rest is up to `answer`. `sessions` are given out in turn. */
async function serve(answer: Answer, sessions: string[] = []): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const message = body.startsWith('{') ? (JSON.parse(body) as Message) : undefined;
      const dropped = new Promise<void>((resolve) =>
        response.on('close', () => {
          if (!response.writableEnded) resolve();
        }),
      );
      const one: Received = { method: request.method ?? '', headers: request.headers, body, message, dropped };
      received.push(one);
      if (message?.method === 'initialize') {
        const id = sessions.shift();
        json(response, { id: message.id, result: initialized }, 200, id === undefined ? {} : { 'Mcp-Session-Id': id });
      } else if (message?.method === 'server/discover') json(response, { id: message.id, result: discovered });
      else if (message?.method?.startsWith('notifications/')) response.writeHead(202).end();
      else answer(one, response);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, received };
}

async function open(url: string, options: Partial<ConnectOptions> = {}): Promise<Client> {
  const client = await connect(http({ url, headers: { 'X-Key': 'k' } }), { era: '2026-07-28', ...options });
  clients.push(client);
  return client;
}

const failure = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => new Error('it did not fail'),
    (error: Error) => error,
  );
const seenBy = (received: readonly Received[]): string[] =>
  received.map(({ method, message }) => message?.method ?? method);

describe('a POST', () => {
  it('carries the headers of 2026, the name encoded where it must be', async () => {
    const { url, received } = await serve(({ message }, response) => json(response, { id: message?.id, result: done }));
    const client = await open(url);
    for (const name of ['get_weather', 'tööl', ' padded ', '=?base64?x?=']) await client.callTool(name);
    await client.callTool('mine', {}, { headers: { 'mcp-name': 'other', 'X-Key': undefined } });
    expect(received[1]?.headers).toMatchObject({
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'get_weather',
      'x-key': 'k',
    });
    expect(received.slice(2).map(({ headers }) => headers['mcp-name'])).toEqual([
      '=?base64?dMO2w7Zs?=',
      '=?base64?IHBhZGRlZCA=?=',
      '=?base64?PT9iYXNlNjQ/eD89?=',
      'other',
    ]);
    expect(received.at(-1)?.headers).not.toHaveProperty('x-key');
  });

  it('carries session and version of 2025 after initialize, and DELETE ends the session (case 71)', async () => {
    const { url, received } = await serve(
      ({ method, message }, response) =>
        method === 'DELETE' ? void response.writeHead(405).end() : json(response, { id: message?.id, result: done }),
      ['s1'],
    );
    const client = await open(url, { era: '2025-11-25' });
    await client.callTool('work');
    await client.close();
    expect(seenBy(received)).toEqual(['initialize', 'notifications/initialized', 'tools/call', 'DELETE']);
    expect(received[0]?.headers).not.toHaveProperty('mcp-session-id');
    expect(received[0]?.headers).not.toHaveProperty('mcp-protocol-version');
    for (const { headers } of received.slice(1)) {
      expect(headers).toMatchObject({ 'mcp-session-id': 's1', 'mcp-protocol-version': '2025-11-25' });
    }
  });
});

describe('mirrored arguments', () => {
  const mark = (type: string, header: string): object => ({ type, 'x-mcp-header': header });
  const tools = [
    {
      name: 'query',
      inputSchema: {
        type: 'object',
        properties: {
          region: mark('string', 'Region'),
          limit: mark('integer', 'Limit'),
          where: { type: 'object', properties: { dry: mark('boolean', 'Dry-Run') } },
        },
      },
    },
    { name: 'wrong', inputSchema: { type: 'object', properties: { n: mark('number', 'N') } } },
    { name: 'plain', inputSchema: { type: 'object' } },
  ];
  const headersOf = ({ headers }: Received): object =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('mcp-param-')));

  it('go out as headers, encoded where they must be, and absent ones do not', async () => {
    const { url, received } = await serve(({ message }, response) =>
      json(response, { id: message?.id, result: message?.method === 'tools/list' ? { tools } : done }),
    );
    const client = await open(url);
    expect((await client.listTools()).map(({ name }) => name)).toEqual(['query', 'plain']);
    expect(client.findings).toMatchObject([{ kind: 'refused-tool', text: expect.stringContaining('wrong') as string }]);
    await client.callTool('query', { region: 'Zürich', limit: 42, where: { dry: false } });
    await client.callTool('query', { region: null, where: {} });
    await client.callTool('query', { region: 'x' }, { headers: { 'Mcp-Param-Region': 'y' } });
    expect(received.slice(2).map(headersOf)).toEqual([
      { 'mcp-param-region': '=?base64?WsO8cmljaA==?=', 'mcp-param-limit': '42', 'mcp-param-dry-run': 'false' },
      {},
      { 'mcp-param-region': 'y' },
    ]);
  });

  it('are learnt from a mismatch, once', async () => {
    const { url, received } = await serve(({ message, headers }, response) => {
      if (message?.method === 'tools/list') json(response, { id: message.id, result: { tools } });
      else if (headers['mcp-param-region'] === 'x') json(response, { id: message?.id, result: done });
      else json(response, { id: message?.id, error: { code: -32020, message: 'Header mismatch' } }, 400);
    });
    const client = await open(url);
    expect(await client.callTool('query', { region: 'x' })).toMatchObject(done);
    await expect(client.callTool('plain')).rejects.toMatchObject({ code: -32020 });
    expect(seenBy(received)).toEqual([
      'server/discover',
      'tools/call',
      'tools/list',
      'tools/call',
      'tools/call',
      'tools/list',
    ]);
  });
});

describe('a stream', () => {
  it('hands over one chunk of progress, progress, result in order (case 23)', async () => {
    const { url } = await serve(({ message }, response) => {
      openStream(response);
      response.end(
        `: hello\n\n${event(progress(message, 1))}${event(progress(message, 2))}${event({ id: message?.id, result: done })}`,
      );
    });
    const client = await open(url);
    const seen: number[] = [];
    const call = client.start('tools/call', { name: 'work' }, { onProgress: (params) => seen.push(params.progress) });
    await call.result;
    expect(seen).toEqual([1, 2]);
    await call.streamEnded;
    expect(call.frames.map(({ direction, http: part }) => [direction, part?.status, part?.end])).toEqual([
      ['out', undefined, undefined],
      ['in', 200, undefined],
      ['in', 200, undefined],
      ['in', 200, undefined],
      ['in', 200, 'complete'],
    ]);
    expect(client.findings).toEqual([]);
  });

  it('that ends before the response fails the call at once (case 67)', async () => {
    const { url, received } = await serve(({ message }, response) => {
      openStream(response);
      response.write(event(progress(message, 1), 'e1'), () => {
        if (message?.params['name'] === 'end') response.end();
        else response.destroy();
      });
    });
    const client = await open(url);
    const ended = await failure(client.callTool('end'));
    expect(ended).toBeInstanceOf(ConnectionLost);
    expect(ended.message).toContain('stream ended before response');
    expect((await failure(client.callTool('destroy'))).message).toContain('stream ended before response');
    expect(received).toHaveLength(3);
  });

  it('of 2025 with event ids is resumed after retry (case 70)', async () => {
    let closedAt = 0;
    let resumedAt = 0;
    let call: Message | undefined;
    const { url, received } = await serve(
      ({ method, message }, response) => {
        openStream(response);
        if (method === 'GET') {
          resumedAt = performance.now();
          response.end(event({ id: call?.id, result: done }, 'e2'));
          return;
        }
        call = message;
        response.write('id: e0\ndata:\n\n');
        response.write(event(progress(message, 1), 'e1'));
        response.end('retry: 120\n\n', () => (closedAt = performance.now()));
      },
      ['s1'],
    );
    const client = await open(url, { era: '2025-11-25' });
    const seen: number[] = [];
    expect(await client.callTool('work', {}, { onProgress: (params) => seen.push(params.progress) })).toMatchObject(
      done,
    );
    expect(seen).toEqual([1]);
    const get = received.find(({ method }) => method === 'GET');
    expect(get?.headers).toMatchObject({ 'last-event-id': 'e1', accept: 'text/event-stream', 'mcp-session-id': 's1' });
    expect(resumedAt - closedAt).toBeGreaterThanOrEqual(100);
    expect(client.findings).toEqual([]);
  });

  it('of 2025 that cannot be resumed fails the call', async () => {
    const { url } = await serve(({ method, message }, response) => {
      if (method === 'GET') return void response.writeHead(405).end();
      openStream(response);
      response.end(`retry: 1\n${event(progress(message, 1), 'e1')}`);
    });
    const client = await open(url, { era: '2025-11-25' });
    const error = await failure(client.callTool('work'));
    expect(error).toBeInstanceOf(ConnectionLost);
    expect(error.message).toContain('405');
  });
});

describe('cancelling', () => {
  it('closes the stream in 2026 and sends nothing', async () => {
    const { url, received } = await serve(({ message }, response) => {
      openStream(response);
      response.write(event(progress(message, 1)));
    });
    const client = await open(url);
    const controller = new AbortController();
    const error = await failure(
      client.callTool('work', {}, { signal: controller.signal, onProgress: () => controller.abort('enough') }),
    );
    expect(error).toBeInstanceOf(CallCancelled);
    await received[1]?.dropped;
    expect(seenBy(received)).toEqual(['server/discover', 'tools/call']);
  });

  it('closes it also before the answer has begun', async () => {
    const arrived: Received[] = [];
    const { url } = await serve((received) => void arrived.push(received));
    const client = await open(url);
    const call = client.start('tools/call', { name: 'work' });
    await expect.poll(() => arrived.length).toBe(1);
    await call.cancel();
    await arrived[0]?.dropped;
    await expect(call.result).rejects.toThrow(CallCancelled);
  });

  it('posts a notification in 2025 and leaves the stream open to see what comes', async () => {
    const streams: ServerResponse[] = [];
    const { url, received } = await serve(({ message }, response) => {
      openStream(response);
      response.write(event(progress(message, 1)));
      streams.push(response);
    });
    const client = await open(url, { era: '2025-11-25' });
    const call = client.start('tools/call', { name: 'work' }, { id: 'x' });
    await client.waitForFrame(({ raw }) => raw.includes('notifications/progress'));
    await call.cancel(new Error('enough'));
    expect(received.at(-1)?.message).toMatchObject({
      method: 'notifications/cancelled',
      params: { requestId: 'x', reason: 'enough' },
    });
    streams[0]?.end(event({ id: 'x', result: done }));
    await call.streamEnded;
    expect(client.findings.map(({ kind }) => kind)).toEqual(['late-response']);
  });

  it('a dropped connection is told apart from a cancel', async () => {
    const { url, received } = await serve((_received, response) => openStreamNow(response));
    const client = await open(url, { era: '2025-11-25' });
    const call = client.start('tools/call', { name: 'work' });
    await expect.poll(() => call.frames.length).toBe(2);
    call.disconnect();
    expect(call.frames.at(-1)).toMatchObject({ direction: 'out', message: undefined, http: { end: 'closed' } });
    await expect(call.result).rejects.toThrow(ConnectionLost);
    await received.at(-1)?.dropped;
    expect(seenBy(received)).toEqual(['initialize', 'notifications/initialized', 'tools/call']);
  });
});

describe('a stream that waits to be resumed', () => {
  it('is over when its call is cancelled', async () => {
    const { url, received } = await serve((_received, response) => {
      openStream(response);
      response.end('retry: 600000\nid: e0\ndata:\n\n');
    });
    const client = await open(url, { era: '2025-11-25' });
    const call = client.start('tools/call', { name: 'work' });
    await client.waitForFrame(({ http: part }) => part?.end === 'complete');
    await call.cancel('enough');
    await call.streamEnded;
    expect(seenBy(received).slice(2)).toEqual(['tools/call', 'notifications/cancelled']);
  });
});

describe('an exchange', () => {
  it('that has ended records no closing of it', async () => {
    const { url } = await serve(({ message }, response) => json(response, { id: message?.id, result: done }));
    const client = await open(url);
    const exchange = client.sendHttp({ body: JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'ping', params: {} }) });
    await exchange.ended;
    const frames = [...client.frames];
    // The answer is JSON: there is no stream whose end could be told.
    expect(frames.slice(-2).map(({ direction, http: part }) => [direction, part?.end])).toEqual([
      ['out', undefined],
      ['in', undefined],
    ]);
    exchange.destroy();
    expect(client.frames).toEqual(frames);
  });

  it('that is destroyed records it once', async () => {
    const { url } = await serve((_received, response) => openStreamNow(response));
    const client = await open(url);
    const exchange = client.sendHttp({ method: 'GET' });
    await exchange.head;
    exchange.destroy();
    exchange.destroy();
    expect(await exchange.ended).toBe('destroyed');
    expect(client.frames.filter(({ http: part }) => part?.end !== undefined)).toHaveLength(1);
  });
});

describe('the limit of a message', () => {
  const openWithLimit = async (url: string): Promise<Client> => {
    const client = await connect(http({ url, maxMessageChars: 10_000 }), { era: '2026-07-28' });
    clients.push(client);
    return client;
  };
  const long = { content: [{ type: 'text', text: 'x'.repeat(1_000_000) }] };

  it('is none of a stream with many', async () => {
    const { url } = await serve(({ message }, response) => {
      openStream(response);
      for (let value = 1; value <= 1_000; value++) response.write(event(progress(message, value)));
      response.end(event({ id: message?.id, result: done }));
    });
    expect(await (await openWithLimit(url)).callTool('work')).toMatchObject(done);
  });

  it.each(['stream', 'body'])('breaks off a %s that holds a longer one', async (kind) => {
    const { url } = await serve(({ message }, response) => {
      if (kind === 'body') return json(response, { id: message?.id, result: long });
      openStream(response);
      response.end(event({ id: message?.id, result: long }));
    });
    const client = await openWithLimit(url);
    await expect(client.callTool('work')).rejects.toThrow('one message has more than 10000 characters');
  });
});

function openStreamNow(response: ServerResponse): void {
  openStream(response);
  response.write('id: e0\ndata:\n\n');
}

describe('an answer that is none', () => {
  it('fails the call with status and body', async () => {
    const { url } = await serve((_received, response) => {
      response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>');
    });
    const client = await open(url);
    const error = await failure(client.callTool('work'));
    expect(error).toBeInstanceOf(HttpFailure);
    expect(error).toMatchObject({ status: 502, body: '<h1>Bad gateway</h1>', error: undefined });
  });

  it('with an error that names no id is not matched by id, but said', async () => {
    const { url } = await serve((_received, response) =>
      json(response, { error: { code: -32600, message: 'Invalid request' } }, 400),
    );
    const client = await open(url);
    const error = await failure(client.callTool('work'));
    expect(error).toBeInstanceOf(HttpFailure);
    expect(error).toMatchObject({ status: 400, error: { code: -32600 } });
    expect(client.findings.map(({ kind }) => kind)).toEqual(['response-without-id']);
  });

  it('with the id is a JSON-RPC failure, whatever the status', async () => {
    const { url } = await serve(({ message }, response) =>
      json(response, { id: message?.id, error: { code: -32601, message: 'Method not found' } }, 404),
    );
    const client = await open(url);
    expect(await failure(client.request('no/such'))).toMatchObject({ name: 'RpcFailure', code: -32601 });
  });

  it('that leads elsewhere says where, and is not followed', async () => {
    const { url, received } = await serve(({ message }, response) => {
      if (message?.method === 'tools/call') response.writeHead(307, { Location: '/mcp/' }).end();
      else response.writeHead(404).end();
    });
    const client = await open(url);
    const error = await failure(client.callTool('work'));
    expect(error).toMatchObject({ name: 'HttpFailure', status: 307 });
    expect(error.message).toContain('It leads to /mcp/; redirects are not followed.');
    expect(seenBy(received)).toEqual(['server/discover', 'tools/call']);
  });

  it('names the address that cannot be reached', async () => {
    const error = await failure(open('http://127.0.0.1:1/mcp'));
    expect(error).toBeInstanceOf(ConnectionLost);
    expect(error.message).toMatch(/127\.0\.0\.1:1\/mcp.*ECONNREFUSED/);
  });
});

function sessionServer(): ReturnType<typeof serve> {
  return serve(
    ({ headers, message, method }, response) => {
      if (method === 'DELETE') response.writeHead(200).end();
      else if (headers['mcp-session-id'] === 's1') {
        json(response, { id: null, error: { code: -32001, message: 'Session not found' } }, 404);
      } else json(response, { id: message?.id, result: done });
    },
    ['s1', 's2'],
  );
}

describe('a lost session', () => {
  it('is opened anew once, also for many calls at a time (case 71)', async () => {
    const { url, received } = await sessionServer();
    const client = await open(url, { era: '2025-11-25' });
    const results = await Promise.all([client.callTool('a'), client.callTool('b'), client.callTool('c')]);
    expect(results).toEqual([
      expect.objectContaining(done),
      expect.objectContaining(done),
      expect.objectContaining(done),
    ]);
    expect(seenBy(received).filter((method) => method === 'initialize')).toHaveLength(2);
    expect(client.sessionId).toBe('s2');
    expect(client.findings).toEqual([]);
  });

  it('that is lost again fails the call', async () => {
    const { url, received } = await serve(
      (_received, response) => void response.writeHead(404).end(),
      ['s1', 's2', 's3'],
    );
    const client = await open(url, { era: '2025-11-25' });
    expect(await failure(client.callTool('a'))).toMatchObject({ name: 'HttpFailure', status: 404 });
    expect(seenBy(received).filter((method) => method === 'tools/call')).toHaveLength(2);
  });

  it('is not what a method that is not found means', async () => {
    const { url, received } = await serve(
      ({ message }, response) => json(response, { id: message?.id, error: { code: -32601, message: 'no' } }, 404),
      ['s1'],
    );
    const client = await open(url, { era: '2025-11-25' });
    expect(await failure(client.request('no/such'))).toBeInstanceOf(RpcFailure);
    expect(seenBy(received)).toEqual(['initialize', 'notifications/initialized', 'no/such']);
  });
});

describe('the stream of the server', () => {
  it('brings what belongs to no request, until it is closed', async () => {
    const seen: string[] = [];
    const { url, received } = await serve(
      (_received, response) => {
        openStream(response);
        response.write(event({ method: 'notifications/tools/list_changed' }, 'e1'));
      },
      ['s1'],
    );
    const client = await open(url, { era: '2025-11-25', onNotification: ({ method }) => seen.push(method) });
    const stream = client.openServerStream();
    await expect.poll(() => seen).toEqual(['notifications/tools/list_changed']);
    expect(received.at(-1)).toMatchObject({ method: 'GET' });
    expect(received.at(-1)?.headers).toMatchObject({ 'mcp-session-id': 's1', accept: 'text/event-stream' });
    stream.destroy();
    expect(await stream.ended).toBe('destroyed');
  });
});

describe('raw requests', () => {
  it('have exactly the headers and bytes given, and any method', async () => {
    const { url, received } = await serve(({ method }, response) => {
      response.writeHead(method === 'GET' ? 405 : 400, { 'X-Said': 'no' }).end('nothing here');
    });
    const client = await open(url);
    const post = client.sendHttp({ body: 'not json', headers: { 'X-Only': 'this' } });
    expect(await post.head).toMatchObject({ status: 400, headers: { 'x-said': 'no' } });
    expect(await post.text()).toBe('nothing here');
    const get = client.sendHttp({ method: 'GET' });
    expect(await get.head).toMatchObject({ status: 405 });
    await client.sendHttp({ method: 'DELETE' }).ended;
    expect(received.slice(1).map(({ method, body }) => [method, body])).toEqual([
      ['POST', 'not json'],
      ['GET', ''],
      ['DELETE', ''],
    ]);
    expect(received[1]?.headers).toMatchObject({ 'x-only': 'this' });
    expect(received[1]?.headers).not.toHaveProperty('accept');
    expect(received[1]?.headers).not.toHaveProperty('x-key');
  });

  it('give the text of a stream, comments and all', async () => {
    const { url } = await serve((_received, response) => {
      openStream(response);
      response.end(`: keep-alive\n\n${event({ method: 'x' })}`);
    });
    const client = await open(url);
    const exchange = await client.sendRaw('{}', {});
    expect(await exchange?.text()).toBe(`: keep-alive\n\n${event({ method: 'x' })}`);
    expect(client.frames.at(-2)?.message).toMatchObject({ kind: 'notification', method: 'x' });
    expect(client.frames.at(-1)?.http?.end).toBe('complete');
  });
});

describe('a server that does not accept a notification', () => {
  it('fails the handshake in time', async () => {
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += String(chunk)));
      request.on('end', () => {
        const { id } = JSON.parse(body) as Message;
        if (id !== undefined) json(response, { id, result: initialized });
      });
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const opening = connect(http({ url: `http://127.0.0.1:${port}/` }), { era: '2025-11-25', requestTimeoutMs: 200 });
    await expect(opening).rejects.toThrow('notifications/initialized got no answer within 200 ms');
  });
});

describe('a body that breaks off', () => {
  it('is a lost connection, not an answer without response', async () => {
    const { url } = await serve((_received, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '9999' });
      response.write('{"jsonrpc":');
      setTimeout(() => response.socket?.destroy(), 20);
    });
    const client = await open(url);
    await expect(client.callTool('any')).rejects.toThrow(/broke off/);
  });
});
