import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { isAlive } from '../../cases/is-alive.js';
import { rawHttpServer } from './raw-http-server.js';
import { hostile, runCli, startCli } from './run-cli.js';

describe.concurrent('exit codes (case 115)', () => {
  const right = ['-c', hostile(), '--era', '2025-11-25'];

  it.each<[string, readonly string[], number]>([
    ['a result', ['call', 'big'], 0],
    ['a JSON-RPC error', ['logging', 'debug'], 1],
    ['arguments that are no JSON', ['call', 'big', '--args', '{'], 2],
    ['an option that does not exist', ['call', 'big', '--arg', '{}'], 2],
    ['a command that does not exist', ['calls'], 2],
    ['no command', [], 2],
  ])('%s', async (_name, args, code) => {
    expect((await runCli([...right, ...args])).code).toBe(code);
  });

  it.each(['text', 'json'])('are the same in every format: %s', async (format) => {
    expect((await runCli([...right, 'call', 'fails', '--format', format])).code).toBe(1);
    expect((await runCli([...right, 'call', 'leaves', '--format', format])).code).toBe(3);
  });

  it('an answer that does not come in time', async () => {
    await using server = await rawHttpServer({ ping: () => {} });
    const args = ['-u', server.url, '--era', '2025-11-25', '--timeout', '3s', 'ping'];
    expect(await runCli(args)).toMatchObject({
      code: 1,
      stderr: 'ping got no answer within 3000 ms. --timeout sets how long is waited.\n',
    });
  });

  it('no server at all', async () => {
    expect(await runCli(['ping'])).toMatchObject({ code: 2, stderr: expect.stringContaining('Expected a server') });
  });
});

describe.concurrent('a server that cannot be talked to says how in words of its own', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['silent', ['--timeout', '1s'], ['it did not answer the handshake (initialize got no answer within 1000 ms)']],
    ['dies', [], ['The server ended with exit code 9', 'cannot open the database']],
    ['killed', [], ['The server was ended by SIGKILL']],
    ['junk', [], ['2 lines to stdout that are no JSON-RPC message, first: "Server listening!"']],
    ['flood', [], ['It flooded stderr: 2.4 MB so far.', 'Last lines of its stderr:']],
  ])('%s', async (mode, args, texts) => {
    // exec: what ends is then the server, not the shell around it.
    const server = `exec ${hostile(mode)}`;
    const { code, stderr, stdout } = await runCli(['-c', server, '--era', '2025-11-25', ...args, 'ping']);
    expect(code).toBe(3);
    expect(stdout).toBe('');
    for (const text of texts) expect(stderr.split(text)).toHaveLength(2);
    // However much the server wrote.
    expect(stderr.length).toBeLessThan(20_000);
  });

  it('no such command', async () => {
    expect(await runCli(['-c', 'no-such-server', 'ping'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('The shell did not find the command.'),
    });
  });

  it('nothing listens', async () => {
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    listener.close();
    expect(await runCli(['-u', `http://127.0.0.1:${port}/mcp`, 'ping'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('Nothing listens there'),
    });
  });

  it('an HTTP server that is none of MCP', async () => {
    const listener = createServer((_request, response) => response.writeHead(404).end('<h1>lost</h1>')).listen(
      0,
      '127.0.0.1',
    );
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    const { code, stderr } = await runCli(['-u', `http://127.0.0.1:${port}/`, 'ping']);
    listener.close();
    expect(code).toBe(3);
    expect(stderr).toContain('HTTP 404');
    expect(stderr).toContain('Many servers answer at /mcp');
  });
});

describe.concurrent('what a server says wrongly is told in a line, not with a stack', () => {
  it.each<[string, string[], number, string]>([
    ['circle', ['list'], 1, 'tools/list goes in circles'],
    ['describes', ['list'], 0, 'big\n  5\n'],
    ['remote', ['call', 'big'], 1, 'The output schema of big cannot be used: '],
    ['unreadable', ['call', 'big'], 1, 'The output schema of big cannot be used: '],
    ['endless', ['call', 'big'], 1, 'The output schema of big cannot be used: it took longer than 2000 ms'],
  ])('%s', async (mode, args, code, text) => {
    const end = await runCli(['-c', hostile(mode), '--era', '2025-11-25', ...args]);
    expect(end.stdout + end.stderr).toContain(text);
    expect(end.stderr).not.toMatch(/^ {4}at /m);
    expect(end.code).toBe(code);
  });

  it('a number that cannot be sent exactly is refused', async () => {
    const end = await runCli(['-c', hostile(), 'call', 'big', '--args', '{"id":9007199254740993}']);
    expect(end).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be sent exactly') });
  });
});

describe.concurrent('output (case 116)', () => {
  it('300,000 bytes through a slow reader arrive whole', async () => {
    const child = startCli(['-c', hostile(), 'call', 'big']);
    let bytes = 0;
    for await (const chunk of child.stdout ?? []) {
      bytes += (chunk as Buffer).length;
      await sleep(20);
    }
    expect(bytes).toBe(300_001);
    if (child.exitCode === null) await once(child, 'close');
    expect(child.exitCode).toBe(0);
  });

  it('a reader that goes after ten bytes is no error', async () => {
    const bin = startCommand(`call big | head -c 10`);
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', bin]);
    expect(stdout.startsWith('xxxxxxxxxx\n0')).toBe(true);
    expect(stderr).toBe('');
  });

  it('output that cannot be written is no success', async () => {
    const bin = startCommand('call big > /dev/full');
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', bin]);
    expect(stderr).toContain('Could not write the output: ENOSPC');
    expect(stdout).toBe('\n2\n');
  });

  it('a failure without result is an error object in JSON', async () => {
    const { stdout, code } = await runCli(['-c', `exec ${hostile('dies')}`, 'call', 'big', '--format', 'json']);
    expect(JSON.parse(stdout)).toEqual({
      error: { message: expect.stringContaining('exit code 9') as string, exitCode: 3 },
    });
    expect(code).toBe(3);
  });

  it('a tool error and its text are the same in JSON', async () => {
    const { stdout, code } = await runCli(['-c', hostile(), 'call', 'fails', '--format', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({ isError: true, content: [{ text: 'it cannot be done' }] });
    expect(code).toBe(1);
  });

  it('a death names exit code and last words (case 118)', async () => {
    const { stderr } = await runCli(['-c', `exec ${hostile()}`, 'call', 'leaves']);
    expect(stderr).toContain('The server ended with exit code 7');
    expect(stderr).toContain('out of memory');
  });

  it.each([['fails'], ['never', '--timeout', '5s'], ['nope']])(
    'a failure of a server that lives shows its stderr too: %s',
    async (...args) => {
      const server = `SHOW_PID=1 ${hostile()}`;
      const { stderr } = await runCli(['-c', server, '--era', '2025-11-25', 'call', ...args]);
      expect(stderr).toMatch(/Last lines of the server’s stderr:\n {2}pid \d+\n$/);
    },
  );

  it('shows no secret, whoever says it', async () => {
    const secret = 'tok-very-secret-1';
    const listener = createServer((request, response) => {
      response.writeHead(400).end(`You sent ${request.headers.authorization}`);
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    const { stderr, stdout } = await runCli(['-u', `http://127.0.0.1:${port}/`, 'ping', '-vv', '--bearer', secret]);
    listener.close();
    expect(stderr).toContain('You sent ***');
    expect(stderr + stdout).not.toContain(secret);
    const env = { MCP_TESTER_BEARER: secret };
    for (const args of [['--nope'], ['--help'], ['-u', `http://user:${secret}@127.0.0.1:1/`, 'ping']]) {
      const end = await runCli(args, { env });
      expect(end.stderr + end.stdout).not.toContain(secret);
    }
  });
});

function startCommand(rest: string): string {
  const bin = JSON.stringify(new URL('../../../packages/tester/bin/mcp-tester.js', import.meta.url).pathname);
  return `node ${bin} -c ${JSON.stringify(hostile())} ${rest}; code=\${PIPESTATUS[0]}; echo; echo $code`;
}

describe.concurrent('an interrupt', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    '%s cancels the call, leaves no process, and ends with 130',
    async (signal) => {
      const args = ['-c', `SHOW_PID=1 ${hostile()}; true`, '-vv', '--era', '2025-11-25', 'call', 'never'];
      const { code, stderr } = await runCli(args, {
        when: { has: '"tools/call"', act: (child) => child.kill(signal) },
      });
      expect(code).toBe(130);
      expect(stderr.match(/notifications\/cancelled/g)).toHaveLength(1);
      expect(isAlive(pidIn(stderr))).toBe(false);
    },
  );

  it('twice ends at once, with the servers that do not want to', async () => {
    const args = ['-c', `SHOW_PID=1 ${hostile('stubborn')}; true`, '-vv', '--era', '2025-11-25', 'call', 'never'];
    const { code, stderr } = await runCli(args, {
      when: {
        has: '"tools/call"',
        act: (child) => {
          child.kill('SIGINT');
          setTimeout(() => child.kill('SIGINT'), 300);
        },
      },
    });
    expect(code).toBe(130);
    await expect.poll(() => isAlive(pidIn(stderr))).toBe(false);
  });
});

/** Of the server, as it said itself. */
function pidIn(stderr: string): number {
  const pid = Number(/pid (\d+)/.exec(stderr)?.[1]);
  expect(pid).toBeGreaterThan(1);
  return pid;
}

describe.concurrent('profiles', () => {
  const withFolder = async (use: (folder: string) => Promise<void>): Promise<void> => {
    const folder = await mkdtemp(join(tmpdir(), 'mcp-tester-cli-'));
    try {
      await use(folder);
    } finally {
      await rm(folder, { recursive: true });
    }
  };

  it('are added, listed, used, disabled and deleted', () =>
    withFolder(async (folder) => {
      const cli = (...args: string[]) => runCli(args, { cwd: folder });
      expect((await cli('profile', 'add', 'here', '-c', hostile())).code).toBe(0);
      expect((await cli('profile', 'list')).stdout).toMatch(
        /^NAME {2}STATUS {3}TYPE {3}VALUE\nhere {2}enabled {2}stdio {2}node /,
      );
      expect((await cli('-p', 'here', 'ping')).stdout).toContain('is hostile 1.0.0, speaks 2025-11-25');
      expect((await cli('profile', 'disable', 'here')).code).toBe(0);
      expect(await cli('ping', '--profile', 'here')).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('disabled'),
      });
      expect((await cli('profile', 'enable', 'here')).code).toBe(0);
      expect((await cli('profile', 'delete', 'here')).code).toBe(0);
      expect((await cli('profile', 'delete', 'here')).code).toBe(2);
    }));

  it('do not take credentials along to another server', () =>
    withFolder(async (folder) => {
      const cli = (...args: string[]) => runCli(args, { cwd: folder });
      await writeFile(
        join(folder, 'mcp-tester.yml'),
        'profiles:\n  away: { url: "http://one.example/mcp", bearer: secret-1, era: auto, disabled: true }\n',
      );
      expect((await cli('profile', 'add', 'away', '-u', 'http://two.example/mcp')).stdout).toContain(
        'Its bearer belonged',
      );
      expect(await readFile(join(folder, 'mcp-tester.yml'), 'utf8')).toBe(
        'profiles:\n  away: { url: "http://two.example/mcp", era: auto }\n',
      );
      expect((await cli('profile', 'add', 'away', '-u', 'ftp://x')).code).toBe(2);
    }));
});
