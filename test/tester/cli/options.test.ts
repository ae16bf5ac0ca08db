import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answer, rawHttpServer, type RawAnswer } from './raw-http-server.js';
import { hostile, runCli } from './run-cli.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-tester-options-'));
  await writeFile(join(folder, 'ping.mcp'), 'ping\n');
  await writeFile(join(folder, 'key.mcp'), 'call_tool one\nassert_equals "key of another"\n');
  await writeFile(join(folder, 'big.mcp'), 'ping\n# the next one fails\ncall_tool fails\n');
});
afterAll(() => rm(folder, { recursive: true }));

const logLevelKey = 'io.modelcontextprotocol/logLevel';

const done = { resultType: 'complete', content: [{ type: 'text', text: 'done' }] };
const tools = [
  { name: 'one', title: 'The first', description: 'Does\nthis.', inputSchema: { type: 'object' } },
  { name: 'two', inputSchema: { type: 'object' }, outputSchema: { type: 'object' }, annotations: { x: 1 } },
];
/** A page for each tool. */
const pages: RawAnswer = ({ id, params }, response) => {
  const page = params['cursor'] === 'second' ? { tools: [tools[1]] } : { tools: [tools[0]], nextCursor: 'second' };
  answer(response, { id, result: { resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...page } });
};
const callIsDone: RawAnswer = ({ id }, response) => answer(response, { id, result: done });

describe.concurrent('list', () => {
  it.each(['2025-11-25', '2026-07-28'])('prints the tools of every page in %s', async (era) => {
    await using server = await rawHttpServer({ 'tools/list': pages });
    const end = await runCli(['-u', server.url, '--era', era, 'list']);
    expect(end).toEqual({
      code: 0,
      stderr: '',
      stdout: `one (The first)
  Does
  this.
  input schema:
    {
      "type": "object"
    }
---
two
  input schema:
    {
      "type": "object"
    }
  output schema:
    {
      "type": "object"
    }
  annotations: {"x":1}
`,
    });
  });

  it('as JSON prints them as they came', async () => {
    await using server = await rawHttpServer({ 'tools/list': pages });
    const { stdout, code } = await runCli(['-u', server.url, 'list', '--format', 'json']);
    expect(JSON.parse(stdout)).toEqual({ tools });
    expect(code).toBe(0);
  });

  it('says so where there are none', async () => {
    await using server = await rawHttpServer({
      'tools/list': ({ id }, response) => answer(response, { id, result: { tools: [] } }),
    });
    const { stdout, code } = await runCli(['-u', server.url, '--era', '2025-11-25', 'list']);
    expect(stdout).toBe('The server has no tools.\n');
    expect(code).toBe(0);
  });
});

describe.concurrent('call --log-level', () => {
  it('sets the level of the session before the call in 2025-11-25', async () => {
    await using server = await rawHttpServer({ 'tools/list': pages, 'tools/call': callIsDone });
    const args = ['-u', server.url, '--era', '2025-11-25', 'call', 'one', '--log-level', 'warning'];
    expect(await runCli(args)).toEqual({ code: 0, stdout: 'done\n', stderr: '' });
    const sent = server.received.filter(({ method }) => ['logging/setLevel', 'tools/call'].includes(method));
    expect(sent.map(({ method }) => method)).toEqual(['logging/setLevel', 'tools/call']);
    expect(sent[0]?.params).toEqual({ level: 'warning' });
    expect(sent[1]?.params).not.toHaveProperty(['_meta', logLevelKey]);
  });

  it('goes with the request in 2026-07-28, and with nothing else', async () => {
    await using server = await rawHttpServer({ 'tools/list': pages, 'tools/call': callIsDone });
    const args = ['-u', server.url, '--era', '2026-07-28', 'call', 'one', '--log-level', 'warning'];
    expect(await runCli(args)).toEqual({ code: 0, stdout: 'done\n', stderr: '' });
    const levels = server.received.map(({ method, params }) => {
      return [method, (params['_meta'] as Record<string, unknown>)[logLevelKey]];
    });
    expect(levels).toEqual([
      ['server/discover', undefined],
      ['tools/list', undefined],
      ['tools/list', undefined],
      ['tools/call', 'warning'],
    ]);
  });

  it('that the server does not take fails the call, which is not made; -v asks it for nothing', async () => {
    const call = ['-c', hostile(), '-vv', '--era', '2025-11-25', 'call', 'fails'];
    const [asked, verbose] = await Promise.all([runCli([...call, '--log-level', 'error']), runCli(call)]);
    expect(asked).toMatchObject({ code: 1, stderr: expect.stringContaining('RPC error (-32601)') });
    expect(asked.stderr).not.toContain('"tools/call"');
    expect(verbose.stderr).toContain('"tools/call"');
    expect(verbose.stderr).not.toContain('"logging/setLevel"');
  });

  it('that is none is refused', async () => {
    expect(await runCli(['-c', hostile(), 'call', 'big', '--log-level', 'loud'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Expected --log-level to be one of debug, info,'),
    });
  });
});

describe.concurrent('call --raw', () => {
  it('prints whatever the result is, and asks for no list', async () => {
    const result = { resultType: 'complete', other: [1, { a: null }] };
    await using server = await rawHttpServer({
      'tools/call': ({ id }, response) => answer(response, { id, result }),
    });
    const end = await runCli(['-u', server.url, '--era', '2026-07-28', 'call', 'x', '--raw', '--args', '{"a":[1]}']);
    expect(end.stdout).toBe(`${JSON.stringify(result, null, 2)}\n`);
    expect(server.received.map(({ method }) => method)).toEqual(['server/discover', 'tools/call']);
    expect(server.received[1]?.params).toMatchObject({ name: 'x', arguments: { a: [1] } });
    expect(end.code).toBe(0);
  });

  it('a tool error exits with 1 all the same', async () => {
    const { stdout, code } = await runCli(['-c', hostile(), 'call', 'fails', '--raw']);
    expect(JSON.parse(stdout)).toEqual({ content: [{ type: 'text', text: 'it cannot be done' }], isError: true });
    expect(code).toBe(1);
  });
});

describe.concurrent('--strict', () => {
  const noisy = ['-c', hostile('noisy'), '--era', '2025-11-25'];

  it('makes findings fail a command that held', async () => {
    const [loose, strict] = await Promise.all([runCli([...noisy, 'ping']), runCli([...noisy, 'ping', '--strict'])]);
    for (const { stdout, stderr } of [loose, strict]) {
      expect(stdout).toContain('is hostile 1.0.0');
      expect(stderr).toContain('MUST STD-03 ');
    }
    expect(loose.stderr).toMatch(/1 finding of the passive checks \(1 MUST, 0 SHOULD\); --strict makes them fail\n$/);
    expect(strict.stderr).toMatch(/1 finding of the passive checks \(1 MUST, 0 SHOULD\)\n$/);
    expect([loose.code, strict.code]).toEqual([0, 1]);
  });

  it('makes findings fail a script that passed, in each report', async () => {
    const reports = ['--reporter', 'github', '--reporter', 'junit=strict.xml'];
    const [loose, strict] = await Promise.all([
      runCli([...noisy, 'test', 'ping.mcp'], { cwd: folder }),
      runCli([...noisy, 'test', 'ping.mcp', '--strict', ...reports], { cwd: folder }),
    ]);
    expect(loose.stdout).toContain('1 finding of the passive checks; --strict makes them fail');
    expect(strict.stdout).toContain('::error file=ping.mcp,title=STD-03 STD-01 STD25-01 ping.mcp');
    expect(await readFile(join(folder, 'strict.xml'), 'utf8')).toContain('tests="2" failures="1" errors="0"');
    expect([loose.code, strict.code]).toEqual([0, 1]);
  });

  it('leaves the exit code of what is worse', async () => {
    expect((await runCli([...noisy, 'call', 'leaves', '--strict'])).code).toBe(3);
  });
});

describe.concurrent('--header', () => {
  /** With a character for each way of escaping. */
  const secret = 'k&y<1>%"/secret';
  const tellsItsKey: RawAnswer = ({ id, headers }, response) =>
    answer(response, {
      id,
      result: { ...done, content: [{ type: 'text', text: `key ${String(headers['x-api-key'])}` }] },
    });

  it('goes with every request', async () => {
    await using server = await rawHttpServer({ 'tools/list': pages, 'tools/call': tellsItsKey });
    const args = ['-u', server.url, '--era', '2025-11-25', '-H', `X-Api-Key: ${secret}`, '--header', 'X-Region: north'];
    const { code, stderr } = await runCli([...args, 'call', 'one']);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(server.received.length).toBeGreaterThan(3);
    for (const { headers } of server.received)
      expect(headers).toMatchObject({ 'x-api-key': secret, 'x-region': 'north' });
  });

  it('is shown nowhere when it is a secret, though the server says it back', async () => {
    await using server = await rawHttpServer({ 'tools/list': pages, 'tools/call': tellsItsKey });
    const reporters = ['junit', 'json', 'github', 'tap', 'pretty'];
    const { code, stdout, stderr } = await runCli(
      [
        ...['-u', server.url, '-vv', '--header', `X-Api-Key: ${secret}`, 'test', 'key.mcp'],
        ...reporters.flatMap((name) => ['--reporter', `${name}=key/${name}`]),
      ],
      { cwd: folder },
    );
    expect(code).toBe(1);
    expect(stderr).toContain('"text":"key ***"');
    const files = await Promise.all(reporters.map((name) => readFile(join(folder, 'key', name), 'utf8')));
    for (const text of files) expect(text).toContain('key ***');
    for (const text of [stdout, stderr, ...files]) expect(text).not.toMatch(/k(?:&|&amp;)y.{1,20}secret/);
  });

  it('a bearer token and Basic credentials are shown nowhere either', async () => {
    await using server = await rawHttpServer({
      'server/discover': ({ headers }, response) => response.writeHead(401).end(`no ${headers.authorization}`),
      initialize: ({ headers }, response) => response.writeHead(401).end(`no ${headers.authorization}`),
    });
    const given = [
      ['--bearer', 'tok-123456'],
      ['--header', 'Authorization: Basic dTpwYXNzLTEyMw=='],
    ];
    for (const args of given) {
      const { code, stderr } = await runCli(['-u', server.url, ...args, 'ping', '-vv']);
      expect(code).toBe(3);
      expect(stderr).toContain('The server wants credentials: --bearer TOKEN');
      expect(stderr).toContain('no ***');
      expect(stderr).not.toMatch(/tok-123456|dTpwYXNzLTEyMw/);
    }
  });
});

describe.concurrent('--reporter github', () => {
  it('annotates the failing line of the script', async () => {
    const args = ['-c', hostile(), '--era', '2025-11-25', 'test', 'big.mcp', '--reporter', 'github'];
    const { stdout, code } = await runCli(args, { cwd: folder });
    expect(stdout.split('\n')).toEqual([
      '::error file=big.mcp,line=3,title=big.mcp (2025-11-25%2C stdio)::tool error: it cannot be done',
      '2 commands: 1 passed, 1 failed, 0 findings',
      '',
    ]);
    expect(code).toBe(1);
  });
});
