import { afterEach, describe, expect, it, vi } from 'vitest';
import { toFetchHandler } from '../http/fetch-handler.js';
import { ask } from '../handler/ask.js';
import type { LogRecord } from '../handler/log.js';
import { requireInput } from '../handler/require-input.js';
import { createMemoryStore } from '../store/memory-store.js';
import { initMCPFusion } from '../tool/fusion.js';
import { createServer, type OpenServerOptions } from './server.js';

const f = initMCPFusion();
const asking = f
  .mutation('asking')
  .interactive()
  .handle(() => requireInput.elicit('Sure?', { ok: ask.boolean() }));

function create(options: Partial<OpenServerOptions<object>> = {}) {
  const records: LogRecord[] = [];
  const log = (record: LogRecord): void => void records.push(record);
  const server = createServer({ name: 'test', version: '1', tools: [asking], log, ...options });
  return { server, warnings: () => records.map(({ message }) => message) };
}

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
};

function callOnce(server: Parameters<typeof toFetchHandler>[0]): Promise<Response> {
  const params = { name: 'asking', _meta: meta };
  return toFetchHandler(server)(
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'asking',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    }),
  );
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the options of input', () => {
  it.each([
    [{ maxRounds: 0 }, 'input.maxRounds to be a whole number, 1 or more, got 0.'],
    [{ timeoutMs: -1 }, 'input.timeoutMs to be milliseconds, 0 or more, got -1.'],
    [{ stateTtlMs: '1h' }, 'input.stateTtlMs to be a whole number, 1 or more, got "1h".'],
    [{ maxStateBytes: 0 }, 'input.maxStateBytes to be a whole number of bytes, 1 or more, got 0.'],
    [{ maxstatebytes: 1 }, 'one of the options input.maxRounds'],
    [{ stateKeys: 'short' }, 'input.stateKeys to be secrets of at least 32 characters, got lengths 5.'],
    [{ stateKeys: [] }, 'input.stateKeys to be secrets of at least 32 characters, got something else.'],
    [{ stateKeys: ['x'.repeat(32), 'y'] }, 'got lengths 32, 1.'],
  ])('refuses %j', (input, message) => {
    expect(() => create({ input: input as never })).toThrow(message);
  });

  it('never shows a secret that it refuses', () => {
    const secret = 'hush-hush';
    for (const stateKeys of [secret, [secret], { current: secret }, [[secret]]]) {
      const error = (() => {
        try {
          create({ input: { stateKeys: stateKeys as never } });
        } catch (thrown) {
          return String(thrown);
        }
        return undefined;
      })();
      expect(error).toContain('stateKeys');
      expect(error).not.toContain(secret);
    }
    vi.stubEnv('MCPFUSION_STATE_KEY', `${secret},${'x'.repeat(40)}`);
    expect(() => create()).toThrow(
      'Expected MCPFUSION_STATE_KEY to be secrets of at least 32 characters, got lengths 9, 40.',
    );
  });

  it('refuses an empty MCPFUSION_STATE_KEY: it would pass for none', () => {
    vi.stubEnv('MCPFUSION_STATE_KEY', '');
    expect(() => create()).toThrow(
      'Expected MCPFUSION_STATE_KEY to be secrets of at least 32 characters, got lengths 0.',
    );
  });

  it('refuses a store that is none', () => {
    for (const store of [{}, { isShared: true, put: 1, get: 1, take: 1 }, { ...createMemoryStore() }])
      expect(() => create({ store: store as never })).toThrow('store to have isShared, put, get and take');
  });
});

describe('what a key of its own means is said', () => {
  it('once, with the first question over HTTP', async () => {
    const { server, warnings } = create();
    expect(warnings()).toEqual([]);
    await callOnce(server);
    await callOnce(server);
    expect(warnings()).toEqual(['questions can be answered to this process alone, and not after a restart']);
  });

  it('not with a key from the environment', async () => {
    vi.stubEnv('MCPFUSION_STATE_KEY', `${'n'.repeat(32)}, ${'o'.repeat(32)}`);
    const { server, warnings } = create();
    const { result } = (await (await callOnce(server)).json()) as { result: { resultType: string } };
    expect(result.resultType).toBe('input_required');
    expect(warnings()).toEqual([]);
  });
});

describe('what the memory of one process means is said where others than this machine may call', () => {
  const warning = 'which answers were used is remembered by this process alone, and not after a restart';
  const reading = f
    .query('reading')
    .interactive()
    .handle(() => 'x');

  it.each<[string, Parameters<typeof toFetchHandler>[1], Partial<OpenServerOptions<object>>, string[]]>([
    ['on any host', { allowedHosts: 'any' }, {}, [warning]],
    ['on a host with a name', { allowedHosts: ['api.example'] }, {}, [warning]],
    ['not on loopback', {}, {}, []],
    ['not when all may be asked twice', { allowedHosts: 'any' }, { tools: [reading] }, []],
    ['not with a store that is shared', { allowedHosts: 'any' }, { store: sharedStore() }, []],
  ])('%s', (_where, endpoint, options, expected) => {
    const { server, warnings } = create(options);
    toFetchHandler(server, endpoint);
    expect(warnings()).toEqual(expected);
  });
});

function sharedStore() {
  const store = createMemoryStore();
  return {
    isShared: true,
    put: store.put.bind(store),
    get: store.get.bind(store),
    take: store.take.bind(store),
  };
}
