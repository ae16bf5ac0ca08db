import { describe, expect, it } from 'vitest';
import { initMCPFusion } from '../../tool/fusion.js';
import { connectInMemory } from '../memory.js';
import { createServer, type OpenServerOptions } from '../server.js';

const f = initMCPFusion();
const names = ['delta', 'alpha', 'charlie', 'bravo', 'echo'];
const tools = names.map((name) => f.query(`greek.${name}`).handle(() => name));
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

interface Answer {
  readonly id?: unknown;
  readonly result?: Record<string, unknown> & {
    readonly tools?: { readonly name: string }[];
    readonly nextCursor?: string;
  };
  readonly error?: { readonly code: number; readonly message: string };
}

/** A client of a new server. `ask` is 2025-11-25 unless the params say otherwise. */
function start(options: Partial<OpenServerOptions<object>> = {}) {
  const server = createServer({ name: 'test', version: '1.2.3', log: false, tools, ...options });
  const waiting = new Map<unknown, (answer: Answer) => void>();
  const connection = connectInMemory(server, (json) => {
    const answer = JSON.parse(json) as Answer;
    waiting.get(answer.id)?.(answer);
  });
  let lastId = 0;
  const ask = (method: string, params: object = {}): Promise<Answer> =>
    new Promise((resolve) => {
      const id = ++lastId;
      waiting.set(id, resolve);
      connection.receive(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });
  const stateless = (method: string, params: object = {}): Promise<Answer> => ask(method, { ...params, _meta: meta });
  const open = (protocolVersion: unknown = '2025-11-25', more: object = {}): Promise<Answer> =>
    ask('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'c', version: '1' }, ...more });
  return { ask, stateless, open };
}

const namesIn = ({ result }: Answer): string[] => (result?.tools ?? []).map(({ name }) => name);

describe('tools/list', () => {
  it('is in the order of registration, the same each time', async () => {
    const { stateless } = start();
    const first = await stateless('tools/list');
    expect(namesIn(first)).toEqual(names.map((name) => `greek.${name}`));
    expect((await stateless('tools/list')).result).toEqual(first.result);
    expect(first.result).not.toHaveProperty('nextCursor');
  });

  it.each([
    [1, [1, 1, 1, 1, 1]],
    [2, [2, 2, 1]],
    [5, [5]],
    [9, [5]],
  ])('in pages of %i gives each tool once, in order', async (pageSize, sizes) => {
    const { stateless } = start({ pageSize });
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = await stateless('tools/list', cursor === undefined ? {} : { cursor });
      pages.push(namesIn(page));
      cursor = page.result?.nextCursor;
    } while (cursor !== undefined && pages.length < 10);
    expect(pages.map((page) => page.length)).toEqual(sizes);
    expect(pages.flat()).toEqual(names.map((name) => `greek.${name}`));
  });

  it.each(['', 'garbage', 7, null, btoa('tools:0'), btoa('tools:5'), btoa('tools:-1'), btoa('other:1')])(
    'refuses the cursor %j, which it has not given',
    async (cursor) => {
      const { error } = await start({ pageSize: 2 }).stateless('tools/list', { cursor });
      expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('cursor') });
    },
  );

  it('carries the cache hints of the server in 2026-07-28, and none in a session', async () => {
    const plain = start();
    expect((await plain.stateless('tools/list')).result).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
    const { stateless, open, ask } = start({ cache: { ttlMs: 5_000, cacheScope: 'public' } });
    expect((await stateless('tools/list')).result).toMatchObject({ ttlMs: 5_000, cacheScope: 'public' });
    await open();
    const { result } = await ask('tools/list');
    expect(Object.keys(result ?? {})).toEqual(['tools']);
  });

  it('names tools as they are called, with the separator of the server', async () => {
    const { stateless } = start({ nameSeparator: '_' });
    expect(namesIn(await stateless('tools/list'))[0]).toBe('greek_delta');
    const call = (name: string) => stateless('tools/call', { name, arguments: {} });
    expect((await call('greek_delta')).result).toMatchObject({ content: [{ text: 'delta' }] });
    expect((await call('greek.delta')).error?.code).toBe(-32602);
  });

  it('is cut to what clients of a version know', async () => {
    const tool = f
      .query('rich')
      .title('Rich')
      .icons({ src: 'data:,x' })
      .output({ type: 'array' })
      .handle(() => []);
    const keysIn = async (version: string): Promise<string[]> => {
      const { open, ask } = start({ tools: [tool] });
      await open(version);
      return Object.keys((await ask('tools/list')).result?.tools?.[0] ?? {}).toSorted();
    };
    const oldest = ['annotations', 'inputSchema', 'name'];
    expect(await keysIn('2025-03-26')).toEqual(oldest);
    expect(await keysIn('2025-06-18')).toEqual([...oldest, 'outputSchema', 'title']);
    expect(await keysIn('2025-11-25')).toEqual([...oldest, 'icons', 'outputSchema', 'title'].toSorted());
  });
});

describe('tools/call with an output schema', () => {
  const sum = { type: 'object', properties: { sum: { type: 'integer' } } };
  const answerOf = async (content?: (value: { readonly sum: number }) => unknown): Promise<Answer['result']> => {
    const handle = (): unknown => ({ sum: 3 });
    const tool = f.tool({ kind: 'query', name: 'add', output: sum, handle, ...(content ? { content } : {}) });
    return (await start({ tools: [tool] }).stateless('tools/call', { name: 'add' })).result;
  };

  it('says the value as JSON', async () => {
    const content = [{ type: 'text', text: '{"sum":3}' }];
    expect(await answerOf()).toMatchObject({ content, structuredContent: { sum: 3 } });
  });

  it('says it in the words of the tool where it has some', async () => {
    const content = [{ type: 'text', text: 'Result: 3' }];
    const answer = await answerOf((value) => `Result: ${value.sum}`);
    expect(answer).toMatchObject({ content, structuredContent: { sum: 3 } });
  });

  it('fails when the words cannot be made', async () => {
    const answer = await answerOf(() => {
      throw new Error('no words');
    });
    expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('INTERNAL_ERROR') }] });
  });
});

describe('initialize', () => {
  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2025-03-26', '2025-03-26'],
    ['2026-07-28', '2025-11-25'],
    ['1.0.0', '2025-11-25'],
  ])('asked for %s agrees to %s', async (asked, agreed) => {
    const { result } = await start({ instructions: 'Ask me.', title: 'Test' }).open(asked);
    expect(result).toEqual({
      protocolVersion: agreed,
      capabilities: { tools: {}, logging: {} },
      serverInfo: { name: 'test', version: '1.2.3', title: 'Test' },
      instructions: 'Ask me.',
    });
  });

  it('works once: a second is -32600, and the session goes on', async () => {
    const { open, ask } = start();
    await open();
    expect((await open()).error?.code).toBe(-32600);
    expect((await ask('ping')).result).toEqual({});
  });

  it.each([
    ['a version that is no string', 7, {}],
    ['capabilities that are none', '2025-11-25', { capabilities: [] }],
    ['a client without a name', '2025-11-25', { clientInfo: { version: '1' } }],
  ])('refuses %s, and may then be tried again', async (_what, version, more) => {
    const { open } = start();
    expect((await open(version, more)).error?.code).toBe(-32602);
    expect((await open()).result).toBeDefined();
  });

  it('comes before everything but ping', async () => {
    const { ask } = start();
    expect((await ask('ping')).result).toEqual({});
    expect((await ask('tools/list')).error).toMatchObject({ code: -32602, message: expect.stringContaining('_meta') });
  });
});

describe('server/discover', () => {
  it('says what the server is, without a session', async () => {
    const { result } = await start({ instructions: 'Ask me.', logging: false }).stateless('server/discover');
    expect(result).toEqual({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {} },
      instructions: 'Ask me.',
      ttlMs: 0,
      cacheScope: 'private',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'test', version: '1.2.3' } },
    });
  });

  it('does not exist in a session, as ping and initialize do not in 2026-07-28', async () => {
    const { open, ask, stateless } = start();
    await open();
    expect((await ask('server/discover')).error?.code).toBe(-32601);
    for (const method of ['ping', 'initialize', 'logging/setLevel']) {
      expect((await stateless(method)).error?.code, method).toBe(-32601);
    }
  });
});
