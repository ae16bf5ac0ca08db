import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { connect, http, memory, type Client, type ConnectOptions } from './index.js';

interface Message {
  readonly id?: number;
  readonly method: string;
  readonly params: Record<string, unknown>;
}
interface HttpAnswer {
  readonly status: number;
  readonly body: unknown;
}

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const initialized = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'old', version: '1' },
};
const discovered = {
  supportedVersions: ['2026-07-28'],
  capabilities: { tools: {} },
  instructions: 'Ask nicely.',
  _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'new', version: '2' } },
};
const unsupported = (supported: string[]): object => ({
  code: -32022,
  message: 'Unsupported protocol version',
  data: { supported, requested: '2026-07-28' },
});

/** Connects in memory to a server that answers by method: with a result, with an error, or not. */
async function inMemory(
  answers: Record<string, (message: Message) => object | undefined>,
  options: Partial<ConnectOptions> = {},
): Promise<{ client: Client; methods: string[] }> {
  const methods: string[] = [];
  const transport = memory((onFrame) => ({
    receive: (json) => {
      const message = JSON.parse(json) as Message;
      methods.push(message.method);
      const answer = answers[message.method]?.(message);
      if (answer) onFrame(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...answer }));
    },
    close: () => {},
  }));
  const client = await connect(transport, { era: 'auto', probeTimeoutMs: 50, ...options });
  closers.push(() => client.close());
  return { client, methods };
}

const oldServer = { initialize: () => ({ result: initialized }) };

describe('auto, on a shared channel', () => {
  it('speaks 2026 with a server that answers the probe', async () => {
    const { client, methods } = await inMemory({ 'server/discover': () => ({ result: discovered }), ...oldServer });
    expect(methods).toEqual(['server/discover']);
    expect(client).toMatchObject({ era: '2026-07-28', protocolVersion: '2026-07-28' });
    expect(client.server).toMatchObject({
      info: { name: 'new' },
      instructions: 'Ask nicely.',
      capabilities: { tools: {} },
    });
  });

  it('BAS-09: asks again in a version that the refusal lists, also where it is the one that was refused', async () => {
    const answers = [{ error: unsupported(['2026-07-28']) }, { result: discovered }];
    const { client, methods } = await inMemory({ 'server/discover': () => answers.shift(), ...oldServer });
    expect(methods).toEqual(['server/discover', 'server/discover']);
    expect(client.protocolVersion).toBe('2026-07-28');
  });

  it.each([
    ['method not found', { error: { code: -32601, message: 'Method not found' } }],
    ['invalid params', { error: { code: -32602, message: 'Invalid request parameters' } }],
    ['an error of its own', { error: { code: -32000, message: 'Not initialized' } }],
    ['a result that is none', { result: {} }],
    ['silence', undefined],
  ])('falls back to initialize on %s, and cancels nothing', async (_name, answer) => {
    const { client, methods } = await inMemory({ 'server/discover': () => answer, ...oldServer });
    expect(methods).toEqual(['server/discover', 'initialize', 'notifications/initialized']);
    expect(client).toMatchObject({ era: '2025-11-25', protocolVersion: '2025-11-25' });
    expect(client.server.info?.name).toBe('old');
  });

  it('takes a version of the other era when that is what a modern server offers', async () => {
    let requested: unknown;
    const { client } = await inMemory({
      'server/discover': () => ({ error: unsupported(['2099-01-01', '2025-06-18']) }),
      initialize: ({ params }) => {
        requested = params['protocolVersion'];
        return { result: { ...initialized, protocolVersion: '2025-06-18' } };
      },
    });
    expect(requested).toBe('2025-06-18');
    expect(client.protocolVersion).toBe('2025-06-18');
  });

  it.each([
    ['no version in common', unsupported(['2099-01-01'])],
    ['a missing capability', { code: -32021, message: 'Missing capability', data: {} }],
  ])('does not fall back from a modern error: %s', async (_name, error) => {
    const attempt = inMemory({ 'server/discover': () => ({ error }), ...oldServer });
    await expect(attempt).rejects.toMatchObject({ name: 'RpcFailure' });
  });
});

describe('one era', () => {
  it('2025: sends the version it was told to, and ends on an answer it does not know', async () => {
    const versions: unknown[] = [];
    const answer = ({ params }: Message): object => {
      versions.push(params['protocolVersion']);
      return { result: { ...initialized, protocolVersion: '2099-01-01' } };
    };
    const attempt = inMemory({ initialize: answer }, { era: '2025-11-25', protocolVersion: '2025-03-26' });
    await expect(attempt).rejects.toThrow('2099-01-01');
    expect(versions).toEqual(['2025-03-26']);
  });

  it.each<[string, string[]]>([
    ['2025-03-26', []],
    ['2025-06-18', ['invalid-message']],
  ])('%s: a batch is read in 2025-03-26 alone', async (protocolVersion, kinds) => {
    let say: (value: unknown) => void = () => {};
    const transport = memory((onFrame) => {
      say = (value) => onFrame(JSON.stringify(value));
      return {
        receive: (json) => {
          const { id, method } = JSON.parse(json) as Message;
          if (method === 'initialize') say({ jsonrpc: '2.0', id, result: { ...initialized, protocolVersion } });
          const changed = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
          if (method === 'ping') say([changed, { jsonrpc: '2.0', id, result: { isBatch: true } }]);
        },
        close: () => {},
      };
    });
    const seen: string[] = [];
    const client = await connect(transport, { era: '2025-11-25', onNotification: ({ method }) => seen.push(method) });
    closers.push(() => client.close());
    const call = client.start('ping');
    await client.waitForFrame(({ raw }) => raw.startsWith('['));
    expect(client.findings.map(({ kind }) => kind)).toEqual(kinds);
    if (kinds.length > 0) return;
    expect(await call.result).toEqual({ isBatch: true });
    expect(seen).toEqual(['notifications/tools/list_changed']);
    say(['no message', { jsonrpc: '2.0', method: 'notifications/x' }]);
    expect(client.findings.map(({ kind }) => kind)).toEqual(['invalid-message']);
    expect(seen).toHaveLength(2);
  });

  it('2026: never falls back', async () => {
    const attempt = inMemory(
      { 'server/discover': () => ({ error: { code: -32601, message: 'Method not found' } }), ...oldServer },
      { era: '2026-07-28' },
    );
    await expect(attempt).rejects.toMatchObject({ code: -32601 });
  });

  it('2026: can begin without a word', async () => {
    const { client, methods } = await inMemory(
      { ping: () => ({ result: {} }) },
      { era: '2026-07-28', skipDiscover: true },
    );
    expect(methods).toEqual([]);
    await client.request('ping');
    expect(client.server.info).toBeUndefined();
  });
});

/** Connects over HTTP to a server that answers by method. */
async function overHttp(answer: (message: Message) => HttpAnswer): Promise<{ client: Client; methods: string[] }> {
  const methods: string[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const message = JSON.parse(body) as Message;
      methods.push(message.method);
      const { status, body: said } =
        message.method === 'initialize' || message.id === undefined ? hello(message) : answer(message);
      const isText = typeof said === 'string';
      response.writeHead(status, { 'Content-Type': isText ? 'text/plain' : 'application/json' });
      response.end(isText ? said : JSON.stringify(said));
    });
  });
  closers.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = await connect(http({ url: `http://127.0.0.1:${port}/` }), { era: 'auto' });
  closers.unshift(() => client.close());
  return { client, methods };
}

function hello({ id, method }: Message): HttpAnswer {
  if (method !== 'initialize') return { status: 202, body: '' };
  return { status: 200, body: { jsonrpc: '2.0', id, result: initialized } };
}

describe('auto, over HTTP', () => {
  it('speaks 2026 with a server that does', async () => {
    const { client, methods } = await overHttp(({ id }) => ({
      status: 200,
      body: { jsonrpc: '2.0', id, result: discovered },
    }));
    expect(methods).toEqual(['server/discover']);
    expect(client.era).toBe('2026-07-28');
  });

  it.each<[string, (message: Message) => HttpAnswer]>([
    ['400 without a body', () => ({ status: 400, body: '' })],
    [
      '400 with an error of older servers',
      () => ({
        status: 400,
        body: { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'Server not initialized' } },
      }),
    ],
    [
      '200 with method not found',
      ({ id }) => ({ status: 200, body: { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } } }),
    ],
    ['404 in plain text', () => ({ status: 404, body: 'Not found' })],
  ])('falls back to initialize on %s', async (_name, answer) => {
    const { client, methods } = await overHttp(answer);
    expect(methods).toEqual(['server/discover', 'initialize', 'notifications/initialized']);
    expect(client.era).toBe('2025-11-25');
  });

  it.each<[string, (message: Message) => HttpAnswer]>([
    [
      'a header mismatch',
      ({ id }) => ({ status: 400, body: { jsonrpc: '2.0', id, error: { code: -32020, message: 'Header' } } }),
    ],
    ['an error without id', () => ({ status: 400, body: { jsonrpc: '2.0', error: unsupported(['2099-01-01']) } })],
    ['a closed door', () => ({ status: 401, body: 'Who are you?' })],
  ])('does not fall back from %s', async (_name, answer) => {
    await expect(overHttp(answer)).rejects.toMatchObject({
      name: expect.stringMatching(/RpcFailure|HttpFailure/) as string,
    });
  });
});
