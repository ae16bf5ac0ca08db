import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { progress } from '../handler/progress.js';
import { createServer, type Server, type ServerOptions } from '../server/server.js';
import { initMCPFusion } from '../tool/fusion.js';
import type { EndpointOptions } from './endpoint-options.js';
import { toFetchHandler, type FetchHandler } from './fetch-handler.js';

const f = initMCPFusion();
const echo = f
  .query('echo')
  .withString('text')
  .handle(({ text }) => text);
const steps = f
  .action('steps')
  .withInteger('count')
  .handle(function* ({ count }) {
    for (let step = 1; step <= count; step++) yield progress({ progress: step, total: count });
    return 'done';
  });
const talks = f.action('talks').handle((_input, ctx) => {
  ctx.log.error('something is wrong');
  return 'said';
});
const forever = f.action('forever').handle(
  (_input, ctx) =>
    new Promise((_resolve, reject) => {
      ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason as Error), { once: true });
    }),
);

let server: Server;
let handle: FetchHandler;

function serve(options: EndpointOptions = {}, more: Partial<ServerOptions<object>> = {}): void {
  server = createServer({ name: 'test', version: '1', log: false, tools: [echo, steps, talks, forever], ...more });
  handle = toFetchHandler(server, options);
}
beforeEach(() => serve());
afterEach(() => expect(server.counts()).toMatchObject({ inFlight: 0, queued: 0, running: 0 }));

const version = '2026-07-28';
const meta = {
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientCapabilities': {},
};

interface Sent {
  readonly headers?: Record<string, string | undefined>;
  readonly method?: string;
  readonly signal?: AbortSignal;
  readonly principal?: string;
}

/** POSTs any body; `undefined` leaves a header out. */
async function send(body: unknown, { headers = {}, method = 'POST', signal, principal }: Sent = {}): Promise<Response> {
  const all = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers };
  const kept = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const init: RequestInit = { method, headers: kept };
  if (method === 'POST') init.body = typeof body === 'string' ? body : JSON.stringify(body);
  if (signal) init.signal = signal;
  return handle(new Request('http://localhost/mcp', init), principal === undefined ? {} : { principal });
}

const request = (methodName: string, params: object = {}, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method: methodName,
  params,
});
const stateless = (methodName: string, name?: string) => ({
  'mcp-protocol-version': version,
  'mcp-method': methodName,
  'mcp-name': name,
});

async function call(name: string, args: object, more: object = {}, sent: Sent = {}): Promise<Response> {
  const params = { name, arguments: args, _meta: { ...meta, ...more } };
  return send(request('tools/call', params), {
    ...sent,
    headers: { ...stateless('tools/call', name), ...sent.headers },
  });
}

const frames = (text: string) =>
  text
    .split('\n\n')
    .filter((event) => event.includes('data: '))
    .map((event) => JSON.parse(event.slice(event.indexOf('data: ') + 6)) as Record<string, unknown>);

const codeOf = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { error?: { code?: number } }).error?.code;

describe('a 2026-07-28 POST', () => {
  it('is answered with JSON when nothing was streamed', async () => {
    const response = await call('echo', { text: 'a\u2028b' });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await response.json()).toMatchObject({
      id: 1,
      result: { resultType: 'complete', content: [{ type: 'text', text: 'a\u2028b' }] },
    });
  });

  it('is answered with a stream when there is progress, the result last (SHT-12)', async () => {
    const response = await call('steps', { count: 3 }, { progressToken: 0 });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    const got = frames(await response.text());
    expect(got.map((frame) => (frame['params'] as { progress?: number } | undefined)?.progress)).toEqual([
      1,
      2,
      3,
      undefined,
    ]);
    expect(got.at(-1)).toMatchObject({ id: 1, result: { resultType: 'complete' } });
  });

  it('is answered with JSON in JSON mode, without its progress (case 28)', async () => {
    serve({ responseMode: 'json' });
    const response = await call('steps', { count: 3 }, { progressToken: 0 });
    expect(await response.json()).toMatchObject({ id: 1, result: { content: [{ text: 'done' }] } });
  });

  it('of a client that accepts JSON alone is answered with JSON', async () => {
    const response = await call(
      'steps',
      { count: 3 },
      { progressToken: 0 },
      { headers: { accept: 'application/json' } },
    );
    expect(response.headers.get('content-type')).toBe('application/json');
  });

  it.each([
    ['text/event-stream;q=0, application/json', 'application/json'],
    ['application/json, text/event-stream; Q=0.000', 'application/json'],
    ['*/*, text/event-stream;q=0', 'application/json'],
    ['text/*;q=0, */*', 'application/json'],
    ['application/json, text/event-streams', 'application/json'],
    ['application/json, text/event-stream;q=0.1', 'text/event-stream'],
    ['application/json, */*;q=0, text/event-stream', 'text/event-stream'],
    ['*/*', 'text/event-stream'],
  ])('that accepts %s is answered with %s', async (accept, type) => {
    const response = await call('steps', { count: 3 }, { progressToken: 0 }, { headers: { accept } });
    expect(response.headers.get('content-type')).toBe(type);
    await response.text();
  });

  it('is cancelled by a disconnect (CAN-04)', async () => {
    const client = new AbortController();
    const answer = call('forever', {}, {}, { signal: client.signal });
    await untilRunning();
    client.abort();
    expect((await answer).status).toBe(499);
    await untilIdle();
  });

  it('with a progress token opens its stream at once if that may take no time', async () => {
    serve({ openAfterMs: 0 });
    const response = await call('forever', {}, { progressToken: 'p' });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    await response.body?.cancel();
    await untilIdle();
  });

  it('with a progress token opens no stream before its first frame if that may take for ever', async () => {
    serve({ openAfterMs: Number.POSITIVE_INFINITY });
    const response = await call('echo', { text: 'x' }, { progressToken: 'p' });
    expect(response.headers.get('content-type')).toBe('application/json');
  });

  it('is cancelled when its stream is cancelled (CAN-04)', async () => {
    serve({ openAfterMs: 1 });
    const response = await call('forever', {}, { progressToken: 'p' });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    await response.body?.cancel();
    await untilIdle();
  });
});

describe('the check ladder', () => {
  const list = (changed: Record<string, string | undefined> = {}, params: object = { _meta: meta }) =>
    send(request('tools/list', params), { headers: { ...stateless('tools/list'), ...changed } });

  it.each([
    ['no JSON', 415, undefined, () => list({ 'content-type': 'text/plain' })],
    ['no version header', 400, -32020, () => list({ 'mcp-protocol-version': undefined })],
    ['another version header', 400, -32020, () => list({ 'mcp-protocol-version': '2026-09-01' })],
    ['no capabilities', 400, -32602, () => list({}, { _meta: { 'io.modelcontextprotocol/protocolVersion': version } })],
    ['no _meta under a 2026-07-28 header', 400, -32602, () => list({}, {})],
    ['no Mcp-Method', 400, -32020, () => list({ 'mcp-method': undefined })],
    ['Mcp-Method in another case', 400, -32020, () => list({ 'mcp-method': 'Tools/List' })],
    ['another Mcp-Name', 400, -32020, () => call('echo', { text: '' }, {}, { headers: { 'mcp-name': 'steps' } })],
    [
      'an unknown method',
      404,
      -32601,
      () => send(request('no/such', { _meta: meta }), { headers: stateless('no/such') }),
    ],
    ['ping, which is gone', 404, -32601, () => send(request('ping', { _meta: meta }), { headers: stateless('ping') })],
    ['no JSON text', 400, -32700, () => send('{')],
    ['a batch', 400, -32600, () => send([request('tools/list')])],
    ['an unknown tool', 200, -32602, () => call('constructor', {})],
    ['a body that is too long', 413, -32600, () => send('x'.repeat(5 * 1024 * 1024))],
  ])('refuses %s', async (_what, status, code, ask) => {
    const response = await ask();
    expect(response.status).toBe(status);
    expect(await codeOf(response)).toBe(code ?? -32600);
  });

  it('names the versions there are (-32022)', async () => {
    const asked = { ...meta, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' };
    const response = await list({ 'mcp-protocol-version': '2099-01-01' }, { _meta: asked });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: -32022, data: { supported: [version], requested: '2099-01-01' } },
    });
  });

  it('reads Mcp-Name in its Base64 form (case 64)', async () => {
    const named = f.query('tööl').handle(() => 'found');
    serve({}, { tools: [named] });
    const good = await call('tööl', {}, {}, { headers: { 'mcp-name': '=?base64?dMO2w7Zs?=' } });
    expect(await good.json()).toMatchObject({ result: { content: [{ text: 'found' }] } });
    const bad = await call('tööl', {}, {}, { headers: { 'mcp-name': '=?base64?dMO2w7Z?=' } });
    expect([bad.status, await codeOf(bad)]).toEqual([400, -32020]);
  });
});

describe('an argument that is mirrored into a header', () => {
  const ask = (args: object, headers: Record<string, string>) => call('look', args, {}, { headers });
  beforeEach(() =>
    serve(
      {},
      {
        tools: [
          f
            .query('look')
            .withString('region', 'Region', { header: 'Region' })
            .handle(({ region }) => region),
        ],
      },
    ),
  );

  it('must be the same there (SHT-43 to SHT-45)', async () => {
    expect((await ask({ region: 'eu' }, { 'mcp-param-region': 'eu' })).status).toBe(200);
    for (const headers of [{}, { 'mcp-param-region': 'us' }, { 'mcp-param-region': '=?base64?ZXU?=' }] as Record<
      string,
      string
    >[]) {
      const refused = await ask({ region: 'eu' }, headers);
      expect([refused.status, await codeOf(refused)]).toEqual([400, -32020]);
    }
  });

  it('is marked in the listing', async () => {
    const response = await send(request('tools/list', { _meta: meta }), { headers: stateless('tools/list') });
    expect(JSON.stringify(await response.json())).toContain('"x-mcp-header":"Region"');
  });

  it('that is marked wrongly is refused at start', () => {
    const wrong = f
      .query('wrong')
      .input({ type: 'object', properties: { n: { type: 'number', 'x-mcp-header': 'N' } } });
    expect(() => serve({}, { tools: [wrong.handle(() => 1)] })).toThrow('wrong to mark headers rightly');
  });
});

describe('access', () => {
  const from = (headers: Record<string, string>) =>
    send(request('tools/list', { _meta: meta }), { headers: { ...stateless('tools/list'), ...headers } }).then(
      ({ status }) => status,
    );

  it.each([
    ['https://evil.example', 403],
    ['null', 403],
    ['http://localhost.evil.example', 403],
    ['http://127.0.0.1:5173', 200],
    ['http://[::1]:5173', 200],
    ['http://localhost:3000', 200],
  ])('from origin %s is %i by default (case 65)', async (origin, status) => {
    expect(await from({ origin })).toBe(status);
  });

  it('to another host is refused (case 65)', async () => {
    expect(await from({ host: 'evil.example' })).toBe(403);
    expect(await from({ host: 'localhost:3000' })).toBe(200);
  });

  it('is what the options say', async () => {
    serve({ allowedHosts: ['api.example'], allowedOrigins: ['https://app.example'] });
    expect(await from({ host: 'api.example:443', origin: 'https://app.example' })).toBe(200);
    expect(await from({ host: 'api.example:443', origin: 'http://localhost' })).toBe(403);
    expect(await from({ host: 'localhost' })).toBe(403);
  });
});

describe('a name that access is given to', () => {
  const from = (headers: Record<string, string>) =>
    send(request('tools/list', { _meta: meta }), { headers: { ...stateless('tools/list'), ...headers } }).then(
      ({ status }) => status,
    );

  it.each([
    ['App.Example', 'app.example'],
    ['app.example', 'APP.example:8080'],
    ['app.example:8080', 'app.example'],
    ['app.example.', 'app.example'],
    ['app.example', 'app.example.:443'],
    ['[::1]:3000', '[::1]'],
    ['bücher.example', 'xn--bcher-kva.example'],
  ])('as host %s is that of %s', async (name, host) => {
    serve({ allowedHosts: [name] });
    expect([await from({ host }), await from({ host: `evil.${host}` })]).toEqual([200, 403]);
  });

  it.each([
    ['https://App.Example', 'https://app.example'],
    ['https://app.example:443', 'https://app.example'],
    ['http://localhost:5173', 'http://localhost:5173'],
    ['chrome-extension://abcdef', 'chrome-extension://abcdef'],
    ['null', 'null'],
  ])('as origin %s is that of %s', async (name, origin) => {
    serve({ allowedOrigins: [name] });
    expect([await from({ origin }), await from({ origin: `${origin}1` })]).toEqual([200, 403]);
  });
});

describe('a 2025-11-25 session', () => {
  async function open(sent: Sent = {}): Promise<string> {
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } };
    const response = await send(request('initialize', params), sent);
    expect(response.status).toBe(200);
    return response.headers.get('mcp-session-id') ?? '';
  }
  const within = (session: string, body: unknown, sent: Sent = {}) =>
    send(body, {
      ...sent,
      headers: { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25', ...sent.headers },
    });

  it('is opened by initialize, kept by its id and ended by DELETE', async () => {
    const session = await open();
    expect(session).toMatch(/^[\x21-\x7e]+$/);
    expect((await within(session, { jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202);
    expect(await (await within(session, request('ping'))).json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    expect((await within(session, undefined, { method: 'DELETE' })).status).toBe(204);
    expect((await within(session, request('ping'))).status).toBe(404);
  });

  it('is needed: 400 without an id, 404 with one that is not known', async () => {
    expect((await send(request('ping'))).status).toBe(400);
    expect((await within('no-such', request('ping'))).status).toBe(404);
  });

  it('is needed for a response too, whatever version its header names', async () => {
    const answer = { jsonrpc: '2.0', id: 1, result: {} };
    expect((await send(answer)).status).toBe(400);
    expect((await send(answer, { headers: { 'mcp-protocol-version': version } })).status).toBe(400);
    expect((await within(await open(), answer)).status).toBe(202);
  });

  it('belongs to its principal', async () => {
    const session = await open({ principal: 'ann' });
    expect((await within(session, request('ping'), { principal: 'ann' })).status).toBe(200);
    expect((await within(session, request('ping'), { principal: 'bob' })).status).toBe(404);
  });

  it('hears log messages from its own level on (case 80)', async () => {
    const [quiet, loud] = [await open(), await open()];
    await within(quiet, request('logging/setLevel', { level: 'critical' }));
    const talk = request('tools/call', { name: 'talks', arguments: {} });
    expect(frames(await (await within(loud, talk)).text())).toHaveLength(2);
    expect((await within(quiet, talk)).headers.get('content-type')).toBe('application/json');
    const bad = await within(loud, request('logging/setLevel', { level: 'verbose' }));
    expect(await codeOf(bad)).toBe(-32602);
  });

  it('goes on with a call whose connection has dropped, and ends it on a cancel', async () => {
    const session = await open();
    const client = new AbortController();
    const answer = within(session, request('tools/call', { name: 'forever' }, 7), { signal: client.signal });
    await untilRunning();
    client.abort();
    await answer;
    expect(server.counts().running).toBe(1);
    await within(session, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } });
    await untilIdle();
  });

  it('answers a cancelled call with an empty stream', async () => {
    const session = await open();
    const answer = within(session, request('tools/call', { name: 'forever' }, 7));
    await untilRunning();
    await within(session, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } });
    const response = await answer;
    expect([response.headers.get('content-type'), await response.text()]).toEqual(['text/event-stream', '']);
  });

  it.each([
    ['a client that accepts JSON alone', {}, 'application/json'],
    ['responseMode json', { responseMode: 'json' } as const, 'application/json, text/event-stream'],
  ])('answers a cancelled call with 202 and nothing for %s', async (_what, options, accept) => {
    serve(options);
    const session = await open();
    const answer = within(session, request('tools/call', { name: 'forever' }, 7), { headers: { accept } });
    await untilRunning();
    await within(session, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } });
    const response = await answer;
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([202, null, '']);
  });

  it('refuses an id that is in use, and the first call goes on', async () => {
    const session = await open();
    const first = within(session, request('tools/call', { name: 'forever' }, 7));
    await untilRunning();
    const second = await within(session, request('tools/call', { name: 'echo', arguments: { text: 'x' } }, 7));
    expect(await second.json()).toMatchObject({ id: 7, error: { code: -32600 } });
    await within(session, undefined, { method: 'DELETE' });
    await first;
    await untilIdle();
  });

  it('is one of few when the server says so', async () => {
    serve({ maxSessions: 1 });
    await open();
    const refused = await send(request('initialize', { protocolVersion: '2025-11-25', capabilities: {} }));
    expect(refused.status).toBe(503);
  });

  it('is not kept when initialize fails', async () => {
    serve({ maxSessions: 1 });
    const refused = await send(request('initialize', { protocolVersion: 7 }));
    expect([await codeOf(refused), refused.headers.get('mcp-session-id')]).toEqual([-32602, null]);
    await open();
    await server.close();
    const late = await send(request('initialize', { protocolVersion: '2025-11-25', capabilities: {} }));
    expect([late.status, late.headers.get('mcp-session-id')]).toEqual([503, null]);
  });

  it('is no more in use by an idle client', async () => {
    serve({ sessionIdleMs: 0 });
    const session = await open();
    expect((await within(session, request('ping'))).status).toBe(404);
  });

  it('refuses a version header that names no session version', async () => {
    const session = await open();
    expect((await within(session, request('ping'), { headers: { 'mcp-protocol-version': '2024-01-01' } })).status).toBe(
      400,
    );
  });

  it('has no method that is unknown: 200, since 404 would end the session', async () => {
    const response = await within(await open(), request('no/such'));
    expect([response.status, await codeOf(response)]).toEqual([200, -32601]);
  });

  it('is not made when sessions are off: each POST stands alone', async () => {
    serve({ sessions: 'off' });
    expect(await open()).toBe('');
    const answer = await send(request('tools/call', { name: 'echo', arguments: { text: 'x' } }));
    expect(await answer.json()).toMatchObject({ result: { content: [{ text: 'x' }] } });
    expect((await send(undefined, { method: 'DELETE' })).status).toBe(405);
  });

  it('has no stream of its own: GET is 405', async () => {
    const response = await send(undefined, { method: 'GET' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, DELETE']);
  });
});

describe('a server that closes', () => {
  it('refuses new calls with 503 and ends those that run with SHUTTING_DOWN', async () => {
    const running = call('forever', {});
    await untilRunning();
    const closed = server.close({ drainMs: 20 });
    const refused = await call('echo', { text: 'x' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    const answer = (await (await running).json()) as { result: { isError: boolean; content: { text: string }[] } };
    expect(answer.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('SHUTTING_DOWN') }],
    });
    await closed;
  });
});

async function untilRunning(): Promise<void> {
  while (server.counts().running === 0) await new Promise((resolve) => setTimeout(resolve, 1));
}
async function untilIdle(): Promise<void> {
  while (server.counts().running > 0) await new Promise((resolve) => setTimeout(resolve, 1));
}
