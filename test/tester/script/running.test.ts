import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stdio } from '@mcpfusion/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConnectionFailure } from '../../../packages/tester/src/exit/tester-error.js';
import { parseScript } from '../../../packages/tester/src/script/parse.js';
import { runScript } from '../../../packages/tester/src/script/run-script.js';
import { fakeServer, textResult, type FakeServer } from './fake-server.js';
import { httpServer, referenceServer, runText } from './run-script-text.js';
import { createReferenceServer } from '../../../examples/reference-server/src/server.js';

/** Says its text back. */
const echoing = (): FakeServer =>
  fakeServer({
    'tools/call': ({ params }, { result }) => result(textResult(String(params?.arguments?.['text']))),
  });

describe('a run', () => {
  it('goes on after a failed line and counts each', async () => {
    const started: string[] = [];
    const ended: boolean[] = [];
    const run = await runText(
      "echo a  b\nnope\n# none\nassert_equals a b\necho it's\ncall_tool try <<E\nx\ny\nE",
      echoing(),
      {
        onStepStart: ({ line, text }) => started.push(`${line} ${text}`),
        onStep: ({ isOk }) => ended.push(isOk),
      },
    );
    expect(run).toMatchObject({
      executed: 5,
      passed: 2,
      failed: 3,
      exitCode: 2,
      spokenEra: '2026-07-28',
      file: 'test.mcp',
    });
    expect(run.error).toBeUndefined();
    expect(run.printed).toEqual(['a b']);
    expect(started).toEqual(['1 echo a  b', '2 nope', '4 assert_equals a b', "5 echo it's", '9 call_tool try <<E']);
    expect(ended).toEqual([true, false, false, false, true]);
    expect(run.steps.map(({ exitCode }) => exitCode)).toEqual([0, 2, 1, 2, 0]);
  });

  it('of an empty script connects and is well', async () => {
    const server = echoing();
    const run = await runText('# nothing\n', server);
    expect(run).toMatchObject({ executed: 0, exitCode: 0, spokenEra: '2026-07-28' });
    expect(server.received.map(({ method }) => method)).toEqual(['server/discover']);
  });

  it('closes what it opened', async () => {
    const run = await runText('call_tool try x\nnope', echoing());
    expect(run.connections).toHaveLength(1);
    expect(run.connections[0]?.lost()).toBe('The connection was closed by this side.');
  });

  it('without a connection runs nothing', async () => {
    const run = await runScript(parseScript('echo a', 'x.mcp'), {
      open: () => Promise.reject(new ConnectionFailure('no server there')),
      era: 'auto',
      print: () => {},
      readLine: () => Promise.resolve(undefined),
      env: {},
      signal: new AbortController().signal,
    });
    expect(run).toMatchObject({ executed: 0, steps: [], error: 'no server there', exitCode: 3, spokenEra: undefined });
  });

  it('ends when the server dies: its line is exit code 3, and no expected error', async () => {
    const script = `
      const lines = require('node:readline').createInterface({ input: process.stdin });
      lines.on('line', (line) => {
        const { id, method } = JSON.parse(line);
        if (method === 'server/discover') {
          const result = { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: { tools: {} } };
          console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
        } else { console.error('out of memory'); process.exit(7); }
      });`;
    const server = { transport: () => stdio({ command: process.execPath, args: ['-e', script] }) };
    const run = await runText('echo a\nexpect_error call_tool try x\necho b', server);
    expect(run).toMatchObject({ executed: 2, passed: 1, failed: 1, exitCode: 3 });
    expect(run.error).toMatch(/^no server any more from line 2 on: The server ended with exit code 7/);
    expect(run.error).toContain('out of memory');
    expect(run.stderrTail).toContain('out of memory');
  });

  it('fails when the server dies behind the last line that needed it', async () => {
    const script = `
      const lines = require('node:readline').createInterface({ input: process.stdin });
      lines.on('line', (line) => {
        const { id, method } = JSON.parse(line);
        const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'x', version: '1' } };
        if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
        // Well behind its answer, and well before the script ends.
        if (method === 'ping') setTimeout(() => process.exit(9), 300);
      });`;
    const server = { transport: () => stdio({ command: process.execPath, args: ['-e', script] }) };
    const run = await runText('ping\nsleep 2000', server, { era: '2025-11-25' });
    expect(run).toMatchObject({ executed: 2, failed: 0, exitCode: 3 });
    expect(run.error).toContain('exit code 9');
  });

  it('is interrupted: the call is cancelled and no other starts', async () => {
    const controller = new AbortController();
    const server = fakeServer({ 'tools/call': () => controller.abort('stopped by hand') });
    const run = await runText('expect_error call_tool try x\necho never', server, { signal: controller.signal });
    expect(run).toMatchObject({ executed: 1, failed: 1, exitCode: 130, error: 'interrupted' });
    expect(run.printed).toEqual([]);
    expect(server.received.at(-1)).toMatchObject({
      method: 'notifications/cancelled',
      params: { reason: 'stopped by hand' },
    });
  });

  it('that is interrupted while it connects opens nothing', async () => {
    const run = await runText('echo a', echoing(), { signal: AbortSignal.abort() });
    expect(run).toMatchObject({ executed: 0, exitCode: 130, error: 'interrupted' });
  });

  it('reads lines for input_var, and leaves the variable at the end of input', async () => {
    const lines = ['first line'];
    const run = await runText(
      'input_var x What is "your name"?\ninput_var x\nassert_equals $x "first line"',
      echoing(),
      {
        readLine: () => Promise.resolve(lines.shift()),
      },
    );
    expect(run.errors).toEqual([]);
    expect(run.printed).toEqual(['What is your name?']);
  });
});

describe('calls', () => {
  it('are checked by the output schema, but for tool errors', async () => {
    const results = [
      textResult('none'),
      textResult('wrong', { structuredContent: { n: 'x' } }),
      textResult('right', { structuredContent: { n: 1 } }),
      textResult('refused', { isError: true, structuredContent: { why: 'no' } }),
    ];
    const server = fakeServer({ 'tools/call': (_message, { result }) => result(results.shift() ?? {}) });
    const call = 'call_tool checked x';
    const run = await runText(
      `${call}\n${call}\n${call}\nexpect_error ${call}\nset_var why toolResult.structuredContent.why\nassert_equals $why no`,
      server,
    );
    expect(run.errors).toEqual([
      'The tool checked has an output schema, but its result has no structuredContent.',
      expect.stringMatching(/^The structuredContent of checked does not match its output schema: \/n/),
    ]);
    expect(run.exitCode).toBe(1);
  });

  it('say JSON-RPC errors with their code, without a line', async () => {
    const server = fakeServer({ 'tools/call': (_message, { error }) => error(-32602, 'unknown tool nope') });
    const { errors } = await runText('call_tool nope a b:c\nping', server);
    expect(errors).toEqual(['RPC error (-32602): unknown tool nope']);
    expect(server.received.find(({ method }) => method === 'tools/call')?.params?.arguments).toEqual({});
  });

  it('that ask for input fail with the text that scripts look for', async () => {
    const inputRequests = { a: { method: 'elicitation/create', params: { message: 'Sure?' } } };
    const server = fakeServer({
      'tools/call': (_message, { result }) => result({ resultType: 'input_required', inputRequests }),
    });
    const { errors } = await runText(
      'expect_error call_tool try x\nassert_contains "no elicit_response queued"',
      server,
    );
    expect(errors).toEqual([]);
  });

  it('have tokens of their own, and fail where the list does', async () => {
    const server = echoing();
    await runText('call_tool try x\ncall_tool try x', server);
    const tokens = server.received
      .filter(({ method }) => method === 'tools/call')
      .map(({ params }) => params?._meta?.['progressToken']);
    expect(new Set(tokens).size).toBe(2);
    const broken = fakeServer({ 'tools/list': (_message, { error }) => error(-32603, 'no list') });
    expect((await runText('call_tool try x', broken)).errors).toEqual(['RPC error (-32603): no list']);
  });

  it('repeat marked arguments in headers over HTTP', async () => {
    const server = await httpServer(createReferenceServer({ log: false }));
    try {
      const run = await runText(
        'call_tool route_query region:eu-1 query:"select 1"\nassert_contains "Ran select 1 in eu-1"',
        server,
      );
      expect(run.errors).toEqual([]);
      const frames = run.connections.flatMap(({ client }) => client.frames);
      const headers = frames.map(({ http }) => JSON.stringify(http?.headers).toLowerCase());
      expect(headers.filter((text) => text.includes('"mcp-param-region":"eu-1"'))).toHaveLength(1);
    } finally {
      await server.close();
    }
  });

  it('forget the last error when they succeed', async () => {
    const { errors } = await runText(
      'expect_error call_tool_raw try {\nexpect_error assert_equals a b\ncall_tool try x\nassert_error_code 0',
      echoing(),
    );
    expect(errors).toEqual([
      expect.stringContaining('line 1: expected a JSON object'),
      'line 4: assertion failed: expected error code 0, but there was no error',
    ]);
  });

  it.each(['ping', 'list_tools', 'logging info', 'era 2026-07-28', 'wait_notification tools/list_changed'])(
    'forget the last error where %s reaches the server',
    async (line) => {
      const server = fakeServer({
        'tools/call': (_message, { error, send }) => {
          send({ method: 'notifications/tools/list_changed' });
          error(-32000, 'no');
        },
      });
      const run = await runText(
        `expect_error call_tool try\necho on\nassert_error_code -32000\n${line}\nexpect_error assert_error_code -32000\nassert_contains "there was no error"`,
        server,
        { era: '2025-11-25' },
      );
      expect(run.errors).toEqual([]);
    },
  );

  it('forget the last error where they are cancelled, too', async () => {
    const server = fakeServer({ 'tools/call': (_message, { progress }) => progress({ progress: 1 }) });
    const run = await runText(
      'expect_error assert_equals a b\ncancel_on progress call_tool try\nassert_error_code 0',
      server,
    );
    expect(run.errors).toEqual([
      expect.stringContaining('line 3: assertion failed: expected error code 0, but there was no'),
    ]);
  });

  it('carry the log level: of the session in 2025, of each request in 2026', async () => {
    const older = echoing();
    await runText('logging debug\ncall_tool try x', older, { era: '2025-11-25' });
    expect(older.received).toContainEqual(
      expect.objectContaining({ method: 'logging/setLevel', params: { level: 'debug' } }),
    );
    const newer = echoing();
    await runText('call_tool try x\nlogging debug\ncall_tool try x', newer);
    const levels = newer.received
      .filter(({ method }) => method === 'tools/call')
      .map(({ params }) => params?._meta?.['io.modelcontextprotocol/logLevel']);
    expect(levels).toEqual([undefined, 'debug']);
  });

  it.each([
    ['2025-11-25', 'ping'],
    ['2026-07-28', 'server/discover'],
  ] as const)('ping in %s asks %s', async (era, method) => {
    const server = echoing();
    await runText('ping', server, { era });
    expect(server.received.at(-1)?.method).toBe(method);
  });
});

describe('blocks', () => {
  it('parallel runs its lines at the same time, each with its own result', async () => {
    const waiting: (() => void)[] = [];
    const server = fakeServer({
      // No call is answered before all three are there.
      'tools/call': ({ params }, { result }) => {
        waiting.push(() => result(textResult(String(params?.arguments?.['text']))));
        if (waiting.length === 3) for (const answer of waiting.splice(0).toReversed()) answer();
      },
    });
    const run = await runText(
      'set_var none $.x\nparallel\ncall_tool try a\ncall_tool try b\nassert_equals x y\ncall_tool try c\nend\nassert_equals c',
      server,
    );
    expect(run.errors).toEqual([
      expect.stringContaining('line 1'),
      expect.stringContaining('line 5: assertion failed'),
    ]);
    expect(run.steps.map(({ line }) => line)).toEqual([1, 3, 4, 5, 6, 8]);
  });

  it('parallel merges variables in the order of the file', async () => {
    const run = await runText(
      'set a old\nparallel\nset a first\nset a second\nset b third\nrepeat 2\nset c x\necho $c\nend\nsleep 1\nend\nassert_equals "$a $b $c" "second third x"',
      echoing(),
    );
    expect(run.errors).toEqual([]);
    expect(run.executed).toBe(10);
    const unknown = await runText('parallel\nset a 1\necho $a\nend', echoing());
    expect(unknown.errors).toEqual([expect.stringContaining('line 3: unknown variable $a')]);
  });

  it('parallel merges what was written, be it what was there before', async () => {
    const run = await runText(
      'set a old\nparallel\nset a new\nset a old\nend\nassert_equals $a old\nparallel\nparallel\nset a inner\nend\nsleep 1\nend\nassert_equals $a inner',
      echoing(),
    );
    expect(run.errors).toEqual([]);
  });

  it('repeat counts each time, also of nothing', async () => {
    const run = await runText('set n 2\nrepeat $n\nrepeat 3\necho x\nend\nend\nrepeat 0\nnope\nend', echoing());
    expect(run).toMatchObject({ executed: 7, failed: 0 });
    expect(run.printed).toHaveLength(6);
  });

  it('a wrong head is one failed line, and the block is not run', async () => {
    const run = await runText('repeat x\necho a\nend\nparallel 2\necho a\nend\nrepeat $no\nend', echoing());
    expect(run).toMatchObject({ executed: 3, failed: 3, exitCode: 2, printed: [] });
    expect(run.errors[0]).toBe('line 1: expected: repeat N, with a whole number up to 100000; got repeat x');
    const many = await runText('repeat 100001\necho a\nend', echoing());
    expect(many).toMatchObject({ executed: 1, failed: 1, exitCode: 2, printed: [] });
  });

  it('era stays out of parallel', async () => {
    const run = await runText('parallel\nera 2025-11-25\nend', echoing());
    expect(run.errors).toEqual([expect.stringContaining('era cannot stand in parallel')]);
  });
});

describe('include', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'script-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);

  it('runs another script here, with its own lines, on the same variables', async () => {
    await write('inner.mcp', '\necho in $x\nset y from-inner\nnope');
    const run = await runText('set x outer\ninclude inner.mcp\nassert_equals $y from-inner', echoing(), {
      file: join(folder, 'outer.mcp'),
    });
    expect(run.printed).toEqual(['in outer']);
    const inner = join(folder, 'inner.mcp');
    expect(run.steps.map(({ line, file, isOk }) => [line, file, isOk])).toEqual([
      [1, undefined, true],
      [2, undefined, true],
      [2, inner, true],
      [3, inner, true],
      [4, inner, false],
      [3, undefined, true],
    ]);
  });

  it('refuses a circle, a missing file and a script that never ends a block', async () => {
    const file = join(folder, 'a.mcp');
    await write('a.mcp', 'include b.mcp');
    await write('b.mcp', 'include a.mcp');
    await write('open.mcp', 'repeat 2\necho x');
    const run = await runText('include b.mcp\ninclude missing.mcp\ninclude open.mcp\necho on', echoing(), { file });
    expect(run.errors).toEqual([
      expect.stringContaining('include goes in circles'),
      expect.stringContaining('cannot read'),
      expect.stringContaining('expected "end" after this line: repeat 2'),
    ]);
    expect(run).toMatchObject({ exitCode: 2, printed: ['on'] });
  });
});

describe('era', () => {
  it('connects anew and keeps what the script knows', async () => {
    const server = await referenceServer('http');
    try {
      const run = await runText(
        'call_tool add 1 2\nera 2025-11-25\nassert_equals "Result: 3"\nping\ncall_tool add 3 4\nera 2026-07-28\nping',
        server,
      );
      expect(run.errors).toEqual([]);
      expect(run.spokenEra).toBe('2026-07-28');
      expect(run.connections.map(({ client }) => client.era)).toEqual(['2026-07-28', '2025-11-25', '2026-07-28']);
      expect(run.connections.map((connection) => connection.lost() !== undefined)).toEqual([true, true, true]);
    } finally {
      await server.close();
    }
  });
});
