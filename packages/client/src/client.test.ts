import { getEventListeners } from 'node:events';
import { isObject, type LogMessageParams, type ProgressParams } from '@mcpfusion/protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  CallCancelled,
  CallTimedOut,
  connect,
  ConnectionLost,
  memory,
  RpcFailure,
  type Client,
  type ConnectOptions,
} from './index.js';
import type { Frame } from './frame.js';
import { FrameLog } from './frame-log.js';

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params: Record<string, unknown>;
  readonly [key: string]: unknown;
}

type Reply = (message: object) => void;

const clients: Client[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

const discovered = { supportedVersions: ['2026-07-28'], capabilities: {}, _meta: {} };
const initialized = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'fake', version: '1' } };

/** A client on a server that shakes hands; what comes later is answered by `answer`, or not at all. */
async function open(
  answer: (message: Message, reply: Reply) => void,
  options: Partial<ConnectOptions> = {},
): Promise<{ client: Client; received: Message[]; say: Reply }> {
  const received: Message[] = [];
  let say: Reply = silent;
  const transport = memory((onFrame) => {
    say = (message) => onFrame(JSON.stringify({ jsonrpc: '2.0', ...message }));
    return {
      receive: (json) => {
        const message = JSON.parse(json) as Message;
        if (message.method === 'initialize') say({ id: message.id, result: initialized });
        else if (message.method === 'server/discover') say({ id: message.id, result: discovered });
        else if (message.method !== 'notifications/initialized') {
          received.push(message);
          answer(message, say);
        }
      },
      close: () => {},
    };
  });
  const client = await connect(transport, { era: '2025-11-25', ...options });
  clients.push(client);
  return { client, received, say: (message) => say(message) };
}

const silent = (): void => {};
const broken = (): void => {
  throw new Error('my mistake');
};
const done = { content: [{ type: 'text', text: 'done' }] };
const tokenOf = (message: Message): unknown =>
  isObject(message.params['_meta']) ? message.params['_meta']['progressToken'] : undefined;
const progress = (progressToken: unknown, value: number): object => ({
  method: 'notifications/progress',
  params: { progressToken, progress: value },
});

describe('answers', () => {
  it('shows progress in order, before the promise resolves (case 23)', async () => {
    const { client } = await open((message, reply) => {
      reply(progress(tokenOf(message), 1));
      reply(progress(tokenOf(message), 2));
      reply({ id: message.id, result: done });
    });
    const seen: unknown[] = [];
    const result = client.callTool('work', {}, { onProgress: (params: ProgressParams) => seen.push(params.progress) });
    expect(seen).toEqual([1, 2]);
    expect((await result).content).toEqual(done.content);
    expect(client.findings).toEqual([]);
  });

  it('matches ids strictly, and an answer without id to nothing (cases 97, 100)', async () => {
    const { client, say } = await open(silent);
    const call = client.start('tools/call', { name: 'work' }, { id: 0 });
    for (const id of ['0', ' 0', '', null]) say({ id, result: {} });
    say({ id: null, error: { code: -32700, message: 'Parse error' } });
    say({ error: { code: -32700, message: 'Parse error' } });
    expect(client.findings.map(({ kind }) => kind)).toEqual([
      'unknown-id',
      'unknown-id',
      'unknown-id',
      'response-without-id',
      'response-without-id',
      'response-without-id',
    ]);
    say({ id: 0, result: { ok: true } });
    expect(await call.result).toEqual({ ok: true });
  });

  it('tells 7 from "7" when both are in flight', async () => {
    const { client, say } = await open(silent);
    const asNumber = client.start('tools/call', { name: 'work' }, { id: 7 });
    const asString = client.start('tools/call', { name: 'work' }, { id: '7' });
    say({ id: '7', result: { for: 'string' } });
    say({ id: 7, result: { for: 'number' } });
    expect([await asNumber.result, await asString.result]).toEqual([{ for: 'number' }, { for: 'string' }]);
  });

  it('passes over ids that are taken when it chooses one', async () => {
    const { client, received } = await open(silent);
    client.start('tools/call', {}, { id: 3 });
    for (let count = 0; count < 3; count++) client.start('ping');
    expect(received.map(({ id }) => id)).toEqual([3, 2, 4, 5]);
  });

  it('rejects with code, message and data of a JSON-RPC error', async () => {
    const { client } = await open((message, reply) =>
      reply({ id: message.id, error: { code: -32602, message: 'Unknown tool', data: { name: 'x' } } }),
    );
    const error: unknown = await client.callTool('x').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RpcFailure);
    expect(error).toMatchObject({ code: -32602, message: 'Unknown tool', data: { name: 'x' } });
  });

  it('records what is no message, and goes on', async () => {
    const frames: string[] = [];
    const transport = memory((onFrame) => ({
      receive: (json) => {
        const { id, method } = JSON.parse(json) as Message;
        onFrame('Server listening on port 3000');
        onFrame('[]');
        if (id !== undefined)
          onFrame(JSON.stringify({ jsonrpc: '2.0', id, result: method === 'initialize' ? initialized : {} }));
      },
      close: () => {},
    }));
    const client = await connect(transport, { era: '2025-11-25' });
    clients.push(client);
    client.onFrame(({ direction, raw }) => frames.push(`${direction} ${raw}`));
    await client.request('ping');
    expect(frames).toEqual([
      expect.stringContaining('out {"jsonrpc":"2.0","id":2,"method":"ping"'),
      'in Server listening on port 3000',
      'in []',
      expect.stringContaining('in {"jsonrpc":"2.0","id":2,"result"'),
    ]);
    expect(client.findings.every(({ kind }) => kind === 'invalid-message')).toBe(true);
  });

  it('records notifications without id, params or known method (case 31)', async () => {
    const methods: string[] = [];
    const { client, say } = await open(silent, { onNotification: ({ method }) => methods.push(method) });
    say({ method: 'notifications/unknown' });
    say({ method: 'notifications/tools/list_changed', params: {} });
    expect(methods).toEqual(['notifications/unknown', 'notifications/tools/list_changed']);
    expect(client.frames.slice(-2).map((frame) => frame.message?.kind)).toEqual(['notification', 'notification']);
    expect(client.findings).toEqual([]);
  });

  it('ends the call when a callback throws', async () => {
    const { client, received } = await open((message, reply) => {
      if (message.method === 'tools/call') reply(progress(tokenOf(message), 1));
    });
    await expect(client.callTool('work', {}, { onProgress: broken })).rejects.toThrow('my mistake');
    expect(received).toHaveLength(1);
  });
});

describe('progress tokens', () => {
  it('are sent with every tools/call, each its own (case 35)', async () => {
    const { client, received } = await open((message, reply) => reply({ id: message.id, result: done }));
    await client.callTool('work');
    await client.callTool('work');
    await client.request('ping');
    const [first, second, ping] = received.map(tokenOf);
    expect(typeof first).toBe('string');
    expect(first).not.toBe(second);
    expect(ping).toBeUndefined();
  });

  it('can be any, 0 and "" included, or none', async () => {
    const { client, received } = await open((message, reply) => reply({ id: message.id, result: done }));
    for (const progressToken of [0, '0', '', false] as const) await client.callTool('work', {}, { progressToken });
    expect(received.map(tokenOf)).toEqual([0, '0', '', undefined]);
    expect(received[3]?.params).not.toHaveProperty('_meta');
  });

  it('are compared strictly, and late ones are a finding (cases 23, 25)', async () => {
    const { client, say, received } = await open(silent);
    const seen: unknown[] = [];
    const call = client.start(
      'tools/call',
      {},
      { progressToken: 5, onProgress: (params) => seen.push(params.progress) },
    );
    say(progress('5', 1));
    say(progress(null, 2));
    say(progress(5, 3));
    say({ id: received[0]?.id, result: {} });
    await call.result;
    say(progress(5, 4));
    expect(seen).toEqual([3]);
    expect(client.findings.map(({ kind }) => kind)).toEqual([
      'unknown-progress-token',
      'unknown-progress-token',
      'late-progress',
    ]);
  });

  it('must be free', async () => {
    const { client } = await open(silent);
    client.start('tools/call', {}, { progressToken: 0 });
    expect(() => client.start('tools/call', {}, { progressToken: 0 })).toThrow('0 is in use');
    client.start('tools/call', {}, { progressToken: '0' });
  });
});

describe('cancelling', () => {
  const reasons = [
    ['a string', 'user gave up', { reason: 'user gave up' }],
    ['an Error', new Error('closed the tab'), { reason: 'closed the tab' }],
    ['null', null, {}],
    ['an object', { why: 'x' }, {}],
    ['a number', 7, {}],
  ] as const;

  it.each(reasons)('sends %s as reason in the only form there is (case 17)', async (_name, reason, onTheWire) => {
    const { client, received } = await open(silent);
    const controller = new AbortController();
    const result = client.callTool('work', {}, { signal: controller.signal });
    controller.abort(reason);
    const error: unknown = await result.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CallCancelled);
    expect((error as Error).cause).toBe(reason);
    expect(received[1]).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: received[0]?.id, ...onTheWire },
    });
  });

  it.each([0, '0', 7, '7'])('names the id %j in the type it was sent in (case 2)', async (id) => {
    const { client, received } = await open(silent);
    await client.start('tools/call', {}, { id }).cancel();
    expect(received[1]?.params).toEqual({ requestId: id });
  });

  it('ignores a late answer and records it; the next call works (case 14)', async () => {
    const { client, say } = await open((message, reply) => {
      if (message.params['name'] === 'quick') reply({ id: message.id, result: done });
    });
    const call = client.start('tools/call', { name: 'slow' });
    await call.cancel('enough');
    say({ id: call.id, result: done });
    await expect(call.result).rejects.toThrow(CallCancelled);
    expect(client.findings.map(({ kind }) => kind)).toEqual(['late-response']);
    expect(await client.callTool('quick')).toMatchObject(done);
    expect(call.frames.map(({ direction }) => direction)).toEqual(['out', 'out', 'in']);
  });

  it('sends nothing at all for a signal that had fired before', async () => {
    const { client, received } = await open(silent);
    await expect(client.callTool('work', {}, { signal: AbortSignal.abort('early') })).rejects.toThrow('early');
    expect(received).toEqual([]);
  });

  it('leaves no listener on a long-lived signal, and never more than one (case 10)', async () => {
    const { client } = await open((message, reply) => queueMicrotask(() => reply({ id: message.id, result: done })));
    const { signal } = new AbortController();
    const warned = vi.fn<() => void>();
    process.on('warning', warned);
    await Promise.all(Array.from({ length: 50 }, () => client.callTool('work', {}, { signal })));
    for (let round = 0; round < 2_000; round++) await client.callTool('work', {}, { signal });
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', warned);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    expect(warned).not.toHaveBeenCalled();
  });
});

describe('timeouts', () => {
  it('cancel on the wire and say that it was one', async () => {
    const { client, received } = await open(silent);
    const error: unknown = await client.callTool('work', {}, { timeoutMs: 20 }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(CallTimedOut);
    expect(error).toMatchObject({ timeoutMs: 20, limit: 'timeout' });
    expect(received[1]?.params).toEqual({ requestId: received[0]?.id, reason: expect.any(String) as string });
  });

  it('start anew on progress when asked, callback or not (case 26)', async () => {
    vi.useFakeTimers();
    const { client } = await open((message, reply) => {
      let count = 0;
      const timer = setInterval(() => {
        if (++count < 8) return reply(progress(tokenOf(message), count));
        clearInterval(timer);
        reply({ id: message.id, result: done });
      }, 200);
    });
    const patient = client.callTool('work', {}, { timeoutMs: 500, resetTimeoutOnProgress: true });
    const strict = client.callTool('work', {}, { timeoutMs: 500 }).catch((error: unknown) => error);
    const bounded = client
      .callTool('work', {}, { timeoutMs: 500, resetTimeoutOnProgress: true, maxTimeoutMs: 1_000 })
      .catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await patient).toMatchObject(done);
    expect(await strict).toMatchObject({ limit: 'timeout' });
    expect(await bounded).toMatchObject({ limit: 'maximum', timeoutMs: 1_000 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('of initialize write nothing more and end the connection (case 11)', async () => {
    const received: Message[] = [];
    const close = vi.fn<() => void>();
    const transport = memory(() => ({ receive: (json) => received.push(JSON.parse(json) as Message), close }));
    await expect(connect(transport, { era: '2025-11-25', requestTimeoutMs: 20 })).rejects.toThrow(CallTimedOut);
    expect(received.map(({ method }) => method)).toEqual(['initialize']);
    expect(close).toHaveBeenCalledOnce();
  });
});

describe('2026-07-28', () => {
  it('says version, client, capabilities, level and token with each request', async () => {
    const { client, received } = await open((message, reply) => reply({ id: message.id, result: done }), {
      era: '2026-07-28',
      clientInfo: { name: 'me', version: '2' },
      capabilities: { elicitation: {} },
    });
    await client.callTool('work', { a: 1 }, { logLevel: 'info', progressToken: 0, meta: { 'my/key': true } });
    expect(received[0]?.params).toEqual({
      name: 'work',
      arguments: { a: 1 },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'me', version: '2' },
        'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
        'io.modelcontextprotocol/logLevel': 'info',
        progressToken: 0,
        'my/key': true,
      },
    });
  });

  it('keeps the level of setLogLevel for later requests and sends nothing for it', async () => {
    const { client, received } = await open((message, reply) => reply({ id: message.id, result: done }), {
      era: '2026-07-28',
    });
    await client.setLogLevel('debug');
    expect(received).toEqual([]);
    await client.callTool('work');
    expect(received[0]?.params['_meta']).toMatchObject({ 'io.modelcontextprotocol/logLevel': 'debug' });
  });

  it('takes a request from the server for a finding and does not answer it', async () => {
    const { client, say, received } = await open(silent, { era: '2026-07-28' });
    say({ id: 1, method: 'elicitation/create', params: {} });
    expect(client.findings.map(({ kind }) => kind)).toEqual(['unexpected-request']);
    expect(received).toEqual([]);
  });
});

describe('2025-11-25', () => {
  it('answers the server: a handler, ping, and -32601 for the rest', async () => {
    const { client, say, received } = await open(silent, {
      onRequest: { 'elicitation/create': (params) => ({ action: 'accept', content: params }) },
    });
    say({ id: 'q', method: 'elicitation/create', params: { a: 1 } });
    say({ id: 0, method: 'ping' });
    say({ id: 1, method: 'toString' });
    await client.waitForFrame(({ message }) => message?.kind === 'response' && message.id === 'q');
    const answers = new Map(received.map(({ id, result, error }) => [id, result ?? error]));
    expect(answers).toEqual(
      new Map<unknown, unknown>([
        [0, {}],
        [1, { code: -32601, message: 'Method not found: toString.' }],
        ['q', { action: 'accept', content: { a: 1 } }],
      ]),
    );
  });

  it('does not answer a question the server took back', async () => {
    let asked: AbortSignal | undefined;
    const { say, received } = await open(silent, {
      onRequest: {
        'elicitation/create': async (_params, { signal }) => {
          asked = signal;
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          return { action: 'cancel' };
        },
      },
    });
    say({ id: 3, method: 'elicitation/create', params: {} });
    say({ method: 'notifications/cancelled', params: { requestId: 3, reason: 'too late' } });
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked?.reason).toBe('too late');
    expect(received).toEqual([]);
  });

  it('refuses a level per request: it would be ignored', async () => {
    const { client } = await open(silent);
    await expect(client.callTool('work', {}, { logLevel: 'debug' })).rejects.toThrow('setLogLevel');
  });

  it('gives log messages to the calls that run', async () => {
    const { client, say } = await open(silent);
    const logs: LogMessageParams[] = [];
    const call = client.start('tools/call', { name: 'work' }, { onLog: (log) => logs.push(log) });
    say({ method: 'notifications/message', params: { level: 'info', logger: 'x', data: 'a' } });
    say({ method: 'notifications/message', params: { level: 'verbose', data: 'b' } });
    say({ id: call.id, result: done });
    say({ method: 'notifications/message', params: { level: 'info', data: 'c' } });
    expect(logs).toEqual([{ level: 'info', logger: 'x', data: 'a' }]);
    expect(client.findings.map(({ kind }) => kind)).toEqual(['invalid-message']);
  });
});

describe('tools/list', () => {
  it('follows every page', async () => {
    const pages: Record<string, object> = {
      first: { tools: [{ name: 'a' }], nextCursor: 'second' },
      second: { tools: [{ name: 'b' }, 'junk'], nextCursor: '' },
      '': { tools: [{ name: 'c' }] },
    };
    const { client } = await open((message, reply) => {
      const cursor = message.params['cursor'];
      reply({ id: message.id, result: pages[typeof cursor === 'string' ? cursor : 'first'] });
    });
    expect((await client.listTools()).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });

  it('fails on a list that goes in circles', async () => {
    const { client } = await open((message, reply) =>
      reply({ id: message.id, result: { tools: [], nextCursor: 'again' } }),
    );
    await expect(client.listTools()).rejects.toThrow('in circles');
  });
});

describe('the connection', () => {
  it('rejects what is in flight when it closes, and what comes after', async () => {
    const { client } = await open(silent);
    const call = client.callTool('work');
    await client.close();
    await expect(call).rejects.toThrow(ConnectionLost);
    await expect(client.callTool('work')).rejects.toThrow(ConnectionLost);
  });

  it('says when it is lost, and why', async () => {
    const { client } = await open(silent);
    let why: unknown;
    void client.lost.then((error) => (why = error));
    await client.request('ping', {}, { timeoutMs: 1 }).catch(() => {});
    expect(why).toBeUndefined();
    await client.close();
    expect(await client.lost).toBe(client.lostBy);
    expect(await client.lost).toBeInstanceOf(ConnectionLost);
  });

  it('once open, is left alone by the signal it was opened with', async () => {
    const opening = new AbortController();
    const { client } = await open((message, reply) => reply({ id: message.id, result: {} }), {
      signal: opening.signal,
    });
    expect(getEventListeners(opening.signal, 'abort')).toEqual([]);
    opening.abort();
    await client.request('ping');
    expect(client.lostBy).toBeUndefined();
  });

  it('is not opened with a signal that has fired, and the server hears nothing', async () => {
    const lines: string[] = [];
    let isClosed = false;
    const transport = memory(() => ({ receive: (json) => lines.push(json), close: () => void (isClosed = true) }));
    const attempt = connect(transport, { era: '2025-11-25', signal: AbortSignal.abort(new Error('no more')) });
    await expect(attempt).rejects.toThrow('no more');
    expect([lines, isClosed]).toEqual([[], true]);
  });

  it('keeps the newest frames only', async () => {
    const { client } = await open((message, reply) => reply({ id: message.id, result: { n: message.params['n'] } }), {
      maxFrames: 20,
    });
    for (let n = 0; n < 100; n++) await client.request('count', { n });
    expect(client.frames.length).toBeLessThanOrEqual(20);
    expect(client.frames.at(-1)?.raw).toContain('"n":99');
  });

  it('that closes tells those who wait for a frame, and a signal ends the waiting', async () => {
    const { client } = await open(silent);
    const giveUp = new AbortController();
    const given = client.waitForFrame(() => false, 60_000, giveUp.signal);
    giveUp.abort('enough');
    await expect(given).rejects.toThrow('enough');
    const waiting = client.waitForFrame(() => false, 60_000);
    await client.close();
    await expect(waiting).rejects.toThrow(ConnectionLost);
    await expect(client.waitForFrame(() => false)).rejects.toThrow(ConnectionLost);
  });

  it('keeps fewer frames where they are large, and the newest in any case', () => {
    const log = new FrameLog(1_000);
    const frame = (chars: number): Frame => ({ direction: 'in', atMs: 0, raw: 'x'.repeat(chars), message: undefined });
    for (let n = 0; n < 100; n++) log.record(frame(1_000_000));
    const kept = log.frames.length;
    expect(kept).toBeGreaterThan(30);
    expect(kept).toBeLessThan(70);
    expect(log.dropped).toBe(100 - kept);
    log.record(frame(70 * 1024 * 1024));
    expect(log.frames.map(({ raw }) => raw.length)).toEqual([70 * 1024 * 1024]);
  });

  it('sends bytes as they are', async () => {
    const lines: string[] = [];
    const transport = memory((onFrame) => ({
      receive: (json) => {
        lines.push(json);
        if (json.startsWith('{'))
          onFrame(
            JSON.stringify({ jsonrpc: '2.0', id: (JSON.parse(json) as Message).id ?? 'none', result: initialized }),
          );
      },
      close: () => {},
    }));
    const client = await connect(transport, { era: '2025-11-25' });
    clients.push(client);
    await client.sendRaw('not json at all');
    await client.sendRaw(new TextEncoder().encode('tööl'));
    expect(lines.slice(-2)).toEqual(['not json at all', 'tööl']);
    expect(client.frames.at(-2)).toMatchObject({
      direction: 'out',
      raw: 'not json at all',
      message: { kind: 'invalid' },
    });
  });
});
