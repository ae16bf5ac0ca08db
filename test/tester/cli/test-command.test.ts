import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostile, runCli, type CliEnd, type CliOptions } from './run-cli.js';

const reference = `node "${fileURLToPath(new URL('../../../examples/reference-server/dist/main.js', import.meta.url))}" --stdio`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-tester-test-'));
  const scripts: Record<string, string> = {
    'good.mcp': 'call_tool echo message:hello\nassert_equals "Echo: hello"\n',
    'bad.mcp': 'call_tool echo message:hello\n\nassert_equals "Echo: goodbye"\necho after\n',
    'wrong.mcp': 'call_tol echo\n',
    'open.mcp': 'repeat 3\necho x\n',
    'prefixed.mcp': 'timeout 50 repeat 3\nping\nend\n',
    'unmarked.mcp': 'call_tool echo <<\nx\n',
    'empty.mcp': '# nothing\n',
    'leaves.mcp': 'call_tool big\nexpect_error call_tool leaves\n',
    'commands.mcp': 'echo "::error::from a script"\n',
    'seed.mcp': 'timeout 500 call_tool progressTest 10\n',
    'asks.mcp': 'input_var first your name\ninput_var second\necho $first and $second\n',
    'parts/whole.mcp': 'include part.mcp\n',
    'parts/part.mcp': 'echo a part\n',
  };
  await mkdir(join(folder, 'parts'));
  for (const [name, text] of Object.entries(scripts)) await writeFile(join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true }));

const test = (args: readonly string[], options: CliOptions = {}): Promise<CliEnd> =>
  runCli(['-c', reference, 'test', ...args], { cwd: folder, ...options });

describe.concurrent('mcp-tester test', () => {
  it('runs a script and counts', async () => {
    const { code, stdout } = await test(['good.mcp', '--era', '2026-07-28']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^✓ good\.mcp {2}2 passed {2}2026-07-28, stdio, /);
    expect(stdout).toMatch(/^1 script, 2 commands: 2 passed, 0 failed/m);
  });

  it('goes on after a failed line, names it, and exits with 1', async () => {
    const { code, stdout } = await test(['-s', 'bad.mcp']);
    expect(code).toBe(1);
    expect(stdout).toContain('after\n');
    expect(stdout).toContain('    line 3: assert_equals "Echo: goodbye"\n');
    expect(stdout).toContain('1 script (1 failed), 3 commands: 2 passed, 1 failed');
  });

  it.each([
    ['an unknown command', ['wrong.mcp'], 2, 'unknown command "call_tol"; did you mean call_tool?'],
    ['a block without end', ['open.mcp'], 2, 'expected "end" after this line: repeat 3'],
    ['a script that is not there', ['nope.mcp'], 2, 'There is no script "nope.mcp"'],
    ['no script', [], 2, 'Expected scripts'],
    ['a reporter that does not exist', ['good.mcp', '--reporter', 'xml'], 2, 'Expected --reporter to be one of'],
    ['two reporters on stdout', ['good.mcp', '--reporter', 'tap', '--reporter', 'json'], 2, 'on stdout'],
    ['no number of jobs', ['good.mcp', '--jobs', '0'], 2, 'Expected --jobs'],
    ['no pattern', ['good.mcp', '--grep', '('], 2, 'Expected --grep to be a regular expression'],
    ['a pattern that finds nothing', ['good.mcp', '--grep', 'nope'], 2, '/nope/ matches none of 1'],
    ['a report that cannot be opened', ['good.mcp', '--reporter', 'junit=good.mcp/x.xml'], 2, 'Could not write'],
    ['a report that cannot be written', ['good.mcp', '--reporter', 'junit=/dev/full'], 2, 'Could not write'],
    ['two reports in one file', ['good.mcp', '--reporter', 'junit=x', '--reporter', 'tap=x'], 2, 'got x twice'],
    ['JSON and another report on stdout', ['good.mcp', '--format', 'json', '--reporter', 'tap'], 2, 'on stdout'],
    ['a prefix before a block', ['prefixed.mcp'], 2, 'prefixed.mcp:1: expected parallel or repeat at the beginning'],
    ['a heredoc without a mark', ['unmarked.mcp'], 2, 'expected a mark after <<'],
  ])('%s', async (_name, args, code, text) => {
    const end = await test(args);
    expect(end.code).toBe(code);
    expect(end.stdout + end.stderr).toContain(text);
  });

  it('a server that cannot be reached fails every script with 3', async () => {
    const { code, stdout } = await runCli(['-c', hostile('dies'), 'test', 'good.mcp'], { cwd: folder });
    expect(code).toBe(3);
    expect(stdout).toContain('The server ended with exit code 9');
    expect(stdout.match(/cannot open the database/g)).toHaveLength(1);
  });

  it('a server that dies half-way says its last words once with the failed line, and once with the script', async () => {
    const { code, stdout } = await runCli(['-c', `exec ${hostile()}`, 'test', 'leaves.mcp'], { cwd: folder });
    expect(code).toBe(3);
    expect(stdout).toContain('no server any more from line 2 on: The server ended with exit code 7.');
    expect(stdout).not.toContain('last lines of the server’s stderr');
    expect(stdout.match(/out of memory/g)).toHaveLength(2);
  });

  it('runs files, patterns and folders in both eras, several at the same time, in the order given', async () => {
    const { code, stdout } = await test(['parts/whole.mcp', '*ood.mcp', '--era', 'both', '--jobs', '4']);
    expect(code).toBe(0);
    expect(stdout).toContain('4 scripts, 8 commands: 8 passed, 0 failed');
  });

  it('stops after a failed script with --bail', async () => {
    const { code, stdout } = await test(['bad.mcp', 'good.mcp', '--bail']);
    expect(code).toBe(1);
    expect(stdout).toContain('not run: good.mcp');
  });

  it('chooses by path with --grep', async () => {
    expect((await test(['.', '--grep', '^good'])).stdout).toContain('1 script, 2 commands');
  });

  it('--format json prints JSON alone on stdout, with the counters of the public tool', async () => {
    const { code, stdout, stderr } = await test(['bad.mcp', '--format', 'json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      executed: 3,
      passed: 2,
      failed: 1,
      failures: [{ line: 3, error: expect.stringContaining('Echo: goodbye') }],
    });
    expect(stderr).toContain('after');
  });

  it('writes reports to files beside what it prints', async () => {
    const { stdout } = await test(['good.mcp', '--reporter', 'junit=out.xml', '--reporter', 'tap=out.tap']);
    expect(stdout).toContain('✓ good.mcp');
    expect(await readFile(join(folder, 'out.xml'), 'utf8')).toContain(
      '<testsuite name="good.mcp (2026-07-28, stdio)" tests="2"',
    );
    expect(await readFile(join(folder, 'out.tap'), 'utf8')).toContain('ok 1 - good.mcp (2026-07-28, stdio)');
    await test(['good.mcp', '--reporter', 'json=new/folder/out.json']);
    expect(JSON.parse(await readFile(join(folder, 'new/folder/out.json'), 'utf8'))).toMatchObject({ executed: 2 });
  });

  it('says of a script without commands that it has none', async () => {
    const { code, stdout } = await test(['empty.mcp']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^✓ empty\.mcp {2}no commands/);
  });

  it('what a script prints is no command of GitHub Actions', async () => {
    const { stderr } = await test(['commands.mcp', '--reporter', 'github']);
    expect(stderr).toContain('\u200b::error::from a script\n');
  });

  it('reads lines of standard input, one for each input_var', async () => {
    const { code, stdout } = await test(['asks.mcp'], { input: 'Ada\nGrace\n' });
    expect(code).toBe(0);
    expect(stdout).toContain('your name\n');
    expect(stdout).toContain('Ada and Grace\n');
  });
});

describe.concurrent('the line of the source document', () => {
  it.each(['2025-11-25', '2026-07-28'])('sends one cancel with a reason in %s', async (era) => {
    const { code, stdout, stderr } = await test(['seed.mcp', '-vv', '--era', era]);
    expect(code).toBe(1);
    expect(stdout).toContain('context deadline exceeded');
    const cancels = stderr.split('\n').filter((line) => line.includes('→') && line.includes('notifications/cancelled'));
    expect(cancels).toEqual([expect.stringContaining('"reason":"context deadline exceeded"')]);
    expect(stderr).toMatch(/^cancelled progressTest after \d+\.\d+ s, by notification \(context deadline exceeded\)$/m);
  });
});

describe.concurrent('--watch', () => {
  it.each([
    ['--jobs', '0'],
    ['--reporter', 'nope'],
    ['--reporter', 'junit=good.mcp/x'],
    ['--grep', '('],
  ])('ends at once for what is wrong on the command line: %s %s', async (...args) => {
    expect((await test(['good.mcp', '--watch', ...args])).code).toBe(2);
  });

  it('waits for a script that is away for a moment', async () => {
    const path = join(folder, 'comes-and-goes.mcp');
    await writeFile(path, 'echo first\n');
    let waits = 0;
    const { stdout, stderr, code } = await test(['comes-and-goes.mcp', '--watch'], {
      onStderr: (text, child) => {
        if (!text.includes('Waiting for a change')) return;
        waits++;
        if (waits === 1) void rm(path);
        else if (waits === 2) void writeFile(path, 'echo second\n');
        else child.kill('SIGINT');
      },
    });
    expect(stderr).toContain('There is no script "comes-and-goes.mcp".');
    expect(stdout).toContain('first\n');
    expect(stdout).toContain('second\n');
    expect(code).toBe(0);
  });

  it('runs again when a script or what it includes changes, and ends with Ctrl-C', async () => {
    let runs = 0;
    const change = (text: string): void => void writeFile(join(folder, 'parts/part.mcp'), `echo ${text}\n`);
    const { stdout, code } = await test(['parts/whole.mcp', '--watch'], {
      onStderr: (text, child) => {
        if (!text.includes('Waiting for a change')) return;
        runs++;
        if (runs === 1) change('changed');
        else child.kill('SIGINT');
      },
    });
    expect(stdout).toContain('a part\n');
    expect(stdout).toContain('changed\n');
    expect(code).toBe(0);
  });
});
