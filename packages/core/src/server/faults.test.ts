import { readStatelessEnvelope, type Envelope } from '@mcpfusion/protocol';
import { describe, expect, it } from 'vitest';
import { text } from '../handler/content.js';
import { createLog, type LogRecord } from '../handler/log.js';
import { initMCPFusion } from '../tool/fusion.js';
import { toFetchHandler } from '../http/fetch-handler.js';
import { createConnection } from './connection.js';
import { Exchange } from './exchange.js';
import { connectInMemory } from './memory.js';
import type { Outlet } from './outlet.js';
import { createServer, type Server, type ServerOptions } from './server.js';

const f = initMCPFusion();
const cycle: Record<string, unknown> = {};
cycle['self'] = cycle;
const thrower = {
  toJSON: () => {
    throw new Error('no JSON of me');
  },
};
const bad = { bigint: { n: 1n }, cycle, thrower } as Record<string, Record<string, unknown>>;

const echo = f
  .query('echo')
  .withString('text')
  .handle(({ text: said }) => said);
const unencodable = f
  .query('unencodable')
  .withString('what')
  .handle(({ what }) => text('x', { _meta: bad[what] as Record<string, unknown> }));
const version = '2026-07-28';
const meta = {
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientCapabilities': {},
};

function create(more: Partial<ServerOptions<object>> = {}): { server: Server; records: LogRecord[] } {
  const records: LogRecord[] = [];
  const server = createServer({
    name: 'test',
    version: '1',
    log: (record) => void records.push(record),
    tools: [echo, unencodable],
    ...more,
  });
  return { server, records };
}

function callOf(name: string, args: object = {}, more: object = {}, id: unknown = 1): string {
  const params = { name, arguments: args, _meta: { ...meta, ...more } };
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params });
}

type Frame = Record<string, unknown> & { result?: { isError?: boolean; content: { text: string }[] } };

/** Sends messages in order, and gives what came back once each request has an answer. */
async function talk(server: Server, ...messages: string[]): Promise<Frame[]> {
  const frames: Frame[] = [];
  const connection = connectInMemory(server, (json) => void frames.push(JSON.parse(json) as Frame));
  for (const message of messages) connection.receive(message);
  const answers = (): number => frames.filter(({ method }) => method === undefined).length;
  const endsAtMs = performance.now() + 2_000;
  while (answers() < messages.length && performance.now() < endsAtMs)
    await new Promise((resolve) => setTimeout(resolve, 1));
  return frames;
}

const post = (body: string, name = 'echo'): Request =>
  new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version,
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body,
  });

describe('a message that is nested too deep', () => {
  const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
  const within = (member: string, levels: number): string =>
    callOf('echo', { text: 'x' }, { [member]: '@' }).replace('"@"', deep(levels));
  const members = [
    'progressToken',
    'anything',
    ...['logLevel', 'clientInfo'].map((key) => `io.modelcontextprotocol/${key}`),
  ];

  it.each(members)('in _meta, as %s, is an error with its id, and the server goes on', async (member) => {
    const { server } = create();
    const frames = await talk(server, within(member, 5_000), callOf('echo', { text: 'alive' }, {}, 2));
    expect(frames).toMatchObject([
      { id: 1, error: { code: -32600, message: expect.stringContaining('64') } },
      { id: 2, result: { content: [{ text: 'alive' }] } },
    ]);
    const response = await toFetchHandler(server)(post(within(member, 5_000)));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ id: 1, error: { code: -32600 } });
  });

  it('in arguments is an error, whatever the depth; what is allowed is an option', async () => {
    const { server } = create();
    const body = callOf('echo', { text: '@' }).replace('"@"', deep(100_000));
    expect(await talk(server, body)).toMatchObject([{ id: 1, error: { code: -32600 } }]);
    // The message, its params and its arguments are three levels.
    const nested = callOf('echo', { text: 'x', more: '@' });
    const handle = toFetchHandler(server, { maxJsonDepth: 10 });
    expect((await handle(post(nested.replace('"@"', deep(7))))).status).toBe(200);
    expect((await handle(post(nested.replace('"@"', deep(8))))).status).toBe(400);
  });
});

describe('a result that JSON cannot carry', () => {
  it.each(Object.keys(bad))('(%s) is answered as a failed tool, with the cause in the log', async (what) => {
    const { server, records } = create();
    const [frame, next] = await talk(server, callOf('unencodable', { what }), callOf('echo', { text: 'x' }, {}, 2));
    expect(frame).toMatchObject({
      id: 1,
      result: {
        isError: true,
        content: [{ text: expect.stringContaining('INTERNAL_ERROR') }],
        _meta: { 'dev.mcpfusion/error': { code: 'INTERNAL_ERROR' } },
      },
    });
    expect(next).toMatchObject({ id: 2, result: { content: [{ text: 'x' }] } });
    expect(records.filter(({ level }) => level === 'error')).toMatchObject([
      { data: { tool: 'unencodable', cause: expect.any(Error) } },
    ]);
    expect(server.counts()).toMatchObject({ inFlight: 0, running: 0 });
  });

  it('is -32603 for other methods', async () => {
    const { server, records } = create();
    Object.defineProperty(server, 'cache', { value: { ttlMs: 1n, cacheScope: 'private' } });
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: meta } });
    expect(await talk(server, body)).toMatchObject([{ id: 1, error: { code: -32603 } }]);
    expect(records).toHaveLength(1);
  });
});

it('a notification that JSON cannot carry is left out, and said once', () => {
  const records: LogRecord[] = [];
  const sent: string[] = [];
  const outlet: Outlet = {
    notify: (json) => void sent.push(json),
    finish: () => {},
    drop: () => {},
    isOpen: () => true,
    isPressed: () => false,
    whenDrained: () => {},
  };
  const log = createLog('server', [(record) => void records.push(record)]);
  const envelope = readStatelessEnvelope({ _meta: meta }) as Envelope;
  const exchange = new Exchange({
    id: 1,
    scope: { onEnd: () => {}, onFree: () => {} },
    era: version,
    envelope,
    outlet,
    log,
  });
  for (const data of [...Object.values(bad), 'fine']) exchange.notify('notifications/message', { data });
  expect(sent).toEqual([expect.stringContaining('fine')]);
  expect(records).toMatchObject([{ level: 'warning', data: { cause: expect.any(Error) } }]);
});

describe('whatever fails inside', () => {
  const broken = {
    get parse(): never {
      throw new Error('broken inside');
    },
  };

  /** Breaks what every tools/call looks up first. */
  function breakInside(server: Server): void {
    Object.defineProperty(server, 'registry', { get: () => broken.parse });
    Object.defineProperty(server, 'capabilities', { get: () => broken.parse });
  }

  it('is answered with -32603 and logged, in memory and over HTTP', async () => {
    const { server, records } = create();
    breakInside(server);
    expect(await talk(server, callOf('echo', { text: 'x' }))).toMatchObject([{ id: 1, error: { code: -32603 } }]);
    const response = await toFetchHandler(server)(post(callOf('echo', { text: 'x' })));
    expect(await response.json()).toMatchObject({ id: 1, error: { code: -32603 } });
    expect(records).toHaveLength(2);
    expect(records[0]).toMatchObject({ level: 'error', data: { cause: { message: 'broken inside' } } });
    expect(server.counts()).toMatchObject({ inFlight: 0, running: 0 });
  });

  it('is answered even if the log fails as well', async () => {
    const { server } = create({
      log: () => {
        throw new Error('disk full');
      },
    });
    breakInside(server);
    expect(await talk(server, callOf('echo', { text: 'x' }))).toMatchObject([{ id: 1, error: { code: -32603 } }]);
  });

  it('as a pipe that throws does not reach the caller', async () => {
    const { server, records } = create();
    const connection = createConnection(
      server,
      {
        write: () => {
          throw new Error('broken pipe');
        },
        unsentBytes: 0,
        isPressed: () => false,
        whenDrained: (callback) => callback(),
      },
      { resultGapMs: 0 },
    );
    expect(() => connection.receive('{')).not.toThrow();
    connection.receive(callOf('echo', { text: 'x' }));
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(records.length).toBeGreaterThan(0);
    expect(server.counts()).toMatchObject({ inFlight: 0, running: 0 });
  });

  it('as headers that throw is 500', async () => {
    const { server, records } = create();
    const request = post(callOf('echo', { text: 'x' }));
    Object.defineProperty(request, 'headers', {
      value: {
        get: () => {
          throw new Error('no headers');
        },
      },
    });
    const response = await toFetchHandler(server)(request);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ error: { code: -32603 } });
    expect(records).toHaveLength(1);
  });
});
