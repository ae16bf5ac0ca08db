import { describe, expect, it } from 'vitest';
import { initMCPFusion } from '../tool/fusion.js';
import type { LogRecord } from '../handler/log.js';
import { coreOf, createServer } from './server.js';
import { connectInMemory } from './memory.js';

const withTenant = (): { tenant: string } => ({ tenant: 'one' });
const withUser = (): { user: string } => ({ user: 'one' });

describe('the tools of createServer', () => {
  const f = initMCPFusion<{ tenant: string }>();
  const plain = f.query('plain').handle(() => 'plain');
  const withField = f
    .query('with-field')
    .withInteger('count')
    .handle(({ count }) => count);
  const withSchema = f
    .query('with-schema')
    .input({ type: 'object' })
    .handle((input) => input);

  it('are of any input', () => {
    const options = { name: 'server', version: '1', log: false as const };
    expect(
      createServer({ ...options, contextFactory: withTenant, tools: [plain, withField, withSchema] }).info.name,
    ).toBe('server');
  });

  it('must not need more context than the server makes', () => {
    // @ts-expect-error -- `plain` needs a tenant
    const server = createServer({ name: 'server', version: '1', log: false, contextFactory: withUser, tools: [plain] });
    expect(server.info.version).toBe('1');
  });
});

describe('createServer refuses', () => {
  const make = createServer as (options?: unknown) => unknown;
  const fine = { name: 'x', version: '1', tools: [], log: false };

  it.each([
    ['no options', undefined, 'createServer() to get an object, got undefined'],
    ['no name', { ...fine, name: undefined }, 'name to be a string that is not empty, got undefined'],
    ['an empty version', { ...fine, version: '' }, 'version to be a string that is not empty, got ""'],
    ['a title', { ...fine, title: 5 }, 'title to be a string, got 5'],
    ['instructions', { ...fine, instructions: [] }, 'instructions to be a string, got []'],
    ['icons', { ...fine, icons: ['x.png'] }, 'icons to be objects with a src, got ["x.png"]'],
    ['tools', { ...fine, tools: {} }, 'tools to be a list of tool definitions, got {}'],
    ['a tool', { ...fine, tools: [undefined] }, 'each tool to be finished with .handle(…), got undefined'],
    ['contextFactory', { ...fine, contextFactory: {} }, 'contextFactory to be a function, got {}'],
    ['contextFactory', { ...fine, contextFactory: null }, 'contextFactory to be a function, got null'],
    ['concurrency', { ...fine, concurrency: 4 }, 'concurrency to be an object, got 4'],
    ['max', { ...fine, concurrency: { max: 0 } }, 'concurrency.max to be an integer of at least 1, got 0'],
    [
      'queue',
      { ...fine, concurrency: { max: 1, queue: -1 } },
      'concurrency.queue to be an integer of at least 0, got -1',
    ],
    ['graceMs', { ...fine, graceMs: '5' }, 'graceMs to be milliseconds, 0 or more, got "5"'],
    ['graceMs', { ...fine, graceMs: Number.NaN }, 'graceMs to be milliseconds, 0 or more, got NaN'],
    ['progress', { ...fine, progress: true }, 'progress to be an object, got true'],
    [
      'minIntervalMs',
      { ...fine, progress: { minIntervalMs: -1 } },
      'progress.minIntervalMs to be milliseconds, 0 or more, got -1',
    ],
    [
      'heartbeatMs',
      { ...fine, progress: { heartbeatMs: -5 } },
      'progress.heartbeatMs to be milliseconds, more than 0, got -5',
    ],
    [
      'heartbeatMs',
      { ...fine, progress: { heartbeatMs: 0 } },
      'progress.heartbeatMs to be milliseconds, more than 0, got 0',
    ],
    ['eta', { ...fine, progress: { eta: 1 } }, 'progress.eta to be a boolean, got 1'],
    ['logging', { ...fine, logging: 'on' }, 'logging to be a boolean or an object, got "on"'],
    [
      'maxPerSecond',
      { ...fine, logging: { maxPerSecond: 0 } },
      'logging.maxPerSecond to be a whole number, 1 or more, got 0',
    ],
    ['log', { ...fine, log: true }, 'log to be a function or false, got true'],
    ['onCallEvent', { ...fine, onCallEvent: [] }, 'onCallEvent to be a function, got []'],
    ['validator', { ...fine, validator: {} }, 'validator to be a function, got {}'],
    ['cache', { ...fine, cache: 5 }, 'cache to be an object, got 5'],
    ['ttlMs', { ...fine, cache: { ttlMs: -1 } }, 'cache.ttlMs to be whole milliseconds, 0 or more, got -1'],
    ['ttlMs', { ...fine, cache: { ttlMs: 0.5 } }, 'cache.ttlMs to be whole milliseconds, 0 or more, got 0.5'],
    [
      'cacheScope',
      { ...fine, cache: { cacheScope: 'shared' } },
      "cache.cacheScope to be 'public' or 'private', got \"shared\"",
    ],
    ['pageSize', { ...fine, pageSize: 0 }, 'pageSize to be an integer, 1 or more, got 0'],
    ['nameSeparator', { ...fine, nameSeparator: 5 }, 'nameSeparator to be a string, got 5'],
    ['invalidArguments', { ...fine, invalidArguments: 'x' }, "invalidArguments to be 'tool-error' or 'protocol-error'"],
  ])('%s', (_what, options, message) => {
    expect(() => make(options)).toThrow(expect.objectContaining({ code: 'SETUP' }) as Error);
    expect(() => make(options)).toThrow(message);
  });

  it('no Infinity: it waits for ever', () => {
    const options = {
      ...fine,
      graceMs: Infinity,
      progress: { heartbeatMs: Infinity },
      concurrency: { max: 1, queue: Infinity },
    };
    expect(make(options)).toBeDefined();
  });

  it('a schema that its tools give no validator can use', () => {
    const f = initMCPFusion();
    const broken = f
      .query('t')
      .input({ type: 'object', properties: { a: { type: 'strng' } } })
      .handle(() => 1);
    expect(() => make({ ...fine, tools: [broken] })).toThrow(
      'Expected the input schema of t to be valid, got: Expected type of #/properties/a',
    );
    const noCheck = () => undefined;
    expect(() => make({ ...fine, tools: [broken], validator: noCheck })).toThrow('the validator option gave no check');
  });

  it('a separator as a pattern: it is put in as it is', () => {
    const tool = initMCPFusion()
      .query('a.b.c')
      .handle(() => 1);
    const server = coreOf(createServer({ name: 'x', version: '1', log: false, tools: [tool], nameSeparator: '$&' }));
    expect(server.registry.listings.map(({ name }) => name)).toEqual(['a$&b$&c']);
  });
});

describe('nameSeparator', () => {
  const f = initMCPFusion();
  const wanting = f
    .query('a.arguments')
    .withString('id')
    .handle(() => 1);
  const tools = [
    wanting,
    f
      .query('a.output')
      .output({ type: 'string' })
      .handle(() => 1),
    f
      .query('a.timeout')
      .timeout(1)
      .handle(
        (_input, { signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason as Error));
          }),
      ),
    f.query('a.log').handle((_input, { log, toolName }) => {
      log.info(toolName);
    }),
    f.query('a.nested').handle((_input, { call }) => call(wanting, {} as never)),
  ];

  it.each([
    ['a_arguments', 'The arguments of a_arguments do not match'],
    ['a_nested', 'The arguments of a_arguments do not match'],
    ['a_output', 'a_output returned what'],
    ['a_timeout', 'a_timeout took longer than 1 ms.'],
    ['a_log', '"logger":"a_log","data":"a.log"'],
  ])('names %s to the client as the client knows it', async (name, words) => {
    const records: LogRecord[] = [];
    const server = createServer({
      name: 'x',
      version: '1',
      log: (record) => void records.push(record),
      nameSeparator: '_',
      tools,
    });
    const frames: string[] = [];
    await new Promise<void>((resolve) => {
      const connection = connectInMemory(server, (json) => {
        frames.push(json);
        if (json.includes('"id":1')) resolve();
      });
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
        'io.modelcontextprotocol/logLevel': 'debug',
      };
      connection.receive(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, _meta } }));
    });
    expect(frames.join('\n')).toContain(words);
    expect(records.map(({ logger }) => logger).filter((logger) => logger.includes('_'))).toEqual([]);
    await server.close();
  });
});
