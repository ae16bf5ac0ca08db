import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  CallTimedOut,
  connect,
  ConnectionLost,
  stdio,
  type Client,
  type ConnectOptions,
  type StdioOptions,
} from '../index.js';

/** Each server below starts with this: `say` writes a message, `on(method, fn)` answers one, `fn(message)` gives the result. */
const prelude = `
const answers = {
  initialize: () => ({ protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'fake', version: '1' } }),
  ping: () => ({ pid: process.pid }),
};
const on = (method, answer) => { answers[method] = answer; };
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
let rest = '';
process.stdin.on('data', (chunk) => {
  rest += chunk;
  const lines = rest.split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    const message = JSON.parse(line);
    const result = answers[message.method]?.(message);
    if (result !== undefined && message.id !== undefined) say({ id: message.id, result });
  }
});
`;

const clients: Client[] = [];
const folder = mkdtempSync(join(tmpdir(), 'client-stdio-'));
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

async function open(
  script: string,
  options: Partial<ConnectOptions> = {},
  command: Partial<StdioOptions> = {},
): Promise<Client> {
  const transport = stdio({ command: process.execPath, args: ['-e', prelude + script], ...command });
  const client = await connect(transport, { era: '2025-11-25', ...options });
  clients.push(client);
  return client;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // On Linux a process that has ended but has not been waited for still has a number.
    const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '';
    return !/\) Z /.test(stat);
  } catch {
    return false;
  }
}

const failure = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => new Error('it did not fail'),
    (error: Error) => error,
  );

describe('stdio', () => {
  it('hands over one chunk of progress, progress, result in order (case 23)', async () => {
    const client = await open(`
      on('tools/call', ({ id, params }) => {
        const progress = (n) => ({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: params._meta.progressToken, progress: n } });
        const lines = [progress(1), progress(2), { jsonrpc: '2.0', id, result: { content: [] } }];
        process.stdout.write(lines.map((line) => JSON.stringify(line) + '\\n').join(''));
      });
    `);
    const seen: number[] = [];
    await client.callTool('work', {}, { onProgress: ({ progress }) => seen.push(progress) });
    expect(seen).toEqual([1, 2]);
    expect(client.findings).toEqual([]);
  });

  it('reads characters split between chunks, and U+2028 as a character (cases 58, 59)', async () => {
    const client = await open(`
      on('echo', ({ id, params }) => {
        const bytes = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, result: { text: params.text } }) + '\\n');
        let at = 0;
        const next = () => at < bytes.length && process.stdout.write(bytes.subarray(at, ++at), next);
        next();
      });
    `);
    const text = 'ä€😀 a\u2028b\u2029c';
    expect(await client.request('echo', { text })).toEqual({ text });
  });

  it('survives a server that writes 1 MiB to stderr before and during calls (case 62)', async () => {
    const client = await open(`
      const noise = () => process.stderr.write('x'.repeat(1024) .concat('\\n').repeat(1024) + 'the last words\\n');
      noise();
      on('tools/call', () => { noise(); return { content: [] }; });
    `);
    await client.callTool('work');
    await expect.poll(() => client.stderrTail).toContain('the last words');
    expect(client.stderrTail.length).toBeLessThanOrEqual(16 * 1024);
  });

  it('cancels a call and goes on with the same process (case 14)', async () => {
    const client = await open(`
      on('notifications/cancelled', ({ params }) => say({ method: 'notifications/saw', params }));
    `);
    const { pid } = await client.request('ping');
    const call = client.start('tools/call', { name: 'slow' });
    await call.cancel('enough');
    await client.waitForFrame(({ raw }) => raw.includes('notifications/saw') && raw.includes('enough'));
    expect(await client.request('ping')).toEqual({ pid });
    expect(client.pid).toBe(pid);
  });

  it('says how the server ended and what it said last (case 118)', async () => {
    const client = await open(`
      on('tools/call', () => { process.stderr.write('out of cheese\\n', () => process.exit(3)); });
    `);
    const error = await failure(client.callTool('work'));
    expect(error).toBeInstanceOf(ConnectionLost);
    expect(error.message).toContain('exit code 3');
    expect(error.message).toContain('out of cheese');
    expect((await failure(client.request('ping'))).message).toContain('exit code 3');
  });

  it('reads the last line of a server that ends without a line feed', async () => {
    const client = await open(`on('tools/call', ({ id }) => {
      process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: { content: [] } }), () => process.exit(0));
    });`);
    expect(await client.callTool('last')).toMatchObject({ content: [] });
  });

  it('keeps the last words beside the message', async () => {
    const client = await open(
      `on('tools/call', () => { process.stderr.write('one\\n\\ntwo', () => process.exit(4)); });`,
    );
    const error = await failure(client.callTool('work'));
    expect(error).toMatchObject({ stderrLines: ['one', 'two'] });
    expect(error.message).toBe('The server ended with exit code 4. Last lines of its stderr:\n  one\n  two');
    expect(await client.lost).toBe(error);
  });

  it('says by which signal', async () => {
    const client = await open(`on('tools/call', () => { process.kill(process.pid, 'SIGKILL'); });`);
    expect((await failure(client.callTool('work'))).message).toContain('SIGKILL');
  });

  it('fails to connect with the reason: no such command, or an early end', async () => {
    const missing = connect(stdio({ command: '/no/such/command' }), { era: '2025-11-25' });
    expect((await failure(missing)).message).toMatch(/could not start \/no\/such\/command.*ENOENT/i);
    const early = open(`process.stderr.write('no configuration\\n', () => process.exit(2));`);
    expect((await failure(early)).message).toMatch(/exit code 2[^]*no configuration/);
  });

  it('writes nothing after an initialize that is never answered, and ends the process (case 11)', async () => {
    const file = join(folder, 'received');
    const script = `
      const fs = require('fs');
      process.stdin.removeAllListeners('data');
      process.stdin.on('data', (chunk) => fs.appendFileSync(${JSON.stringify(file)}, chunk));
      fs.writeFileSync(${JSON.stringify(file + '.pid')}, String(process.pid));
    `;
    const error = await failure(open(script, { requestTimeoutMs: 1_500 }));
    expect(error).toBeInstanceOf(CallTimedOut);
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { method: string }).method)).toEqual(['initialize']);
    expect(isAlive(Number(readFileSync(`${file}.pid`, 'utf8')))).toBe(false);
  });

  it('records stray lines of stdout', async () => {
    const client = await open(`console.log('Server started'); process.stdout.write(Buffer.from([0xff, 0x0a]));`);
    await client.request('ping');
    await expect.poll(() => client.findings.length).toBe(2);
    expect(client.findings[0]).toMatchObject({ kind: 'invalid-message', frame: { raw: 'Server started' } });
    expect(client.findings[1]?.text).toContain('not UTF-8');
  });
});

describe.skipIf(process.platform === 'win32')('closing', () => {
  it('closes stdin first, and a server that listens to that is not signalled', async () => {
    const client = await open(`
      process.on('SIGTERM', () => process.exit(9));
      process.stdin.on('end', () => process.exit(0));
    `);
    const call = failure(client.callTool('work'));
    await client.close();
    expect((await call).message).toContain('closed by this side');
    expect(isAlive(client.pid as number)).toBe(false);
  });

  it('then terminates, then kills', async () => {
    const stubborn = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);`;
    const client = await open(stubborn, {}, { closeWaitMs: 100 });
    await client.close();
    expect(isAlive(client.pid as number)).toBe(false);
  });

  it('leaves no descendant of a launcher alive, stubborn or not (case 112)', async () => {
    const stubborn = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);`;
    const client = await open(
      '',
      {},
      {
        command: 'sh',
        args: ['-c', `exec 3<&0; "$NODE" -e "$SCRIPT" <&3 & wait`],
        env: { NODE: process.execPath, SCRIPT: prelude + stubborn },
        closeWaitMs: 100,
      },
    );
    const { pid } = await client.request('ping');
    expect(pid).not.toBe(client.pid);
    await client.close();
    await expect.poll(() => isAlive(pid as number)).toBe(false);
  });
});

describe('a flood', () => {
  it('of one line without end costs no more than its limit, and the next message is read', async () => {
    const script = `on('tools/call', () => { process.stdout.write('x'.repeat(300_000) + '\\n'); return { content: [] }; });`;
    const client = await open(script, {}, { maxLineBytes: 100_000 });
    await client.callTool('any');
    expect(client.findings.map(({ text }) => text)).toEqual([expect.stringContaining('the line has 300000 bytes')]);
  });

  it('of stderr is handed over as it comes, and the tail is kept', async () => {
    let chars = 0;
    const script = `process.stderr.write('y'.repeat(400_000) + '\\nlast words\\n');`;
    const client = await open(script, {}, { onStderr: (text) => (chars += text.length) });
    await expect.poll(() => chars).toBe(400_012);
    expect(client.stderrTail.length).toBeLessThanOrEqual(16 * 1024);
    expect(client.stderrTail.endsWith('last words\n')).toBe(true);
  });
});

describe('giving up', () => {
  it('a connection that does not open leaves no process', async () => {
    const giveUp = new AbortController();
    let pid: string | undefined;
    const opening = open(
      `process.stderr.write(String(process.pid)); answers.initialize = () => undefined;`,
      { signal: giveUp.signal },
      {
        onStderr: (text) => {
          pid = text;
          giveUp.abort();
        },
      },
    );
    await expect(opening).rejects.toThrow(ConnectionLost);
    expect(isAlive(Number(pid))).toBe(false);
  });

  it('a client whose server has ended says so', async () => {
    const client = await open(`on('tools/call', () => process.exit(3));`);
    expect(client.lostBy).toBeUndefined();
    await expect(client.callTool('any')).rejects.toThrow('ended with exit code 3');
    expect(client.lostBy?.message).toContain('ended with exit code 3');
  });
});

describe('a process that has left the group of its server', () => {
  const reason = process.platform === 'linux' ? '' : ' (skipped: only Linux tells whose it is)';
  it.skipIf(reason !== '')(`ends with it all the same${reason}`, async () => {
    const script = `
      const { spawn } = require('node:child_process');
      const stray = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], {
        detached: true,
        stdio: 'ignore',
      });
      stray.unref();
      on('ping', () => ({ pid: stray.pid }));
    `;
    const client = await open(script, {}, { closeWaitMs: 200 });
    const { pid } = await client.request('ping');
    expect(isAlive(pid as number)).toBe(true);
    await client.close();
    expect(isAlive(pid as number)).toBe(false);
  });
});

describe('an answer that is no response', () => {
  it('fails its call at once, with what came', async () => {
    const script = `on('tools/call', ({ id }) => void say({ id, result: 'text' }));`;
    const client = await open(script);
    await expect(client.callTool('any')).rejects.toThrow(/The answer to tools\/call is no JSON-RPC response.*"text"/);
    expect(client.frames.some(({ raw }) => raw.includes('notifications/cancelled'))).toBe(false);
  });
});

describe('a flood of lines that are no messages', () => {
  it('keeps no limit of time from striking', async () => {
    const script = `
      const junk = 'junk line\\n'.repeat(6_000);
      const more = () => process.stdout.write(junk, more);
      on('tools/call', () => void more());
    `;
    const client = await open(script, { maxFrames: 100 }, { closeWaitMs: 200 });
    const startedAtMs = performance.now();
    await expect(client.callTool('any', {}, { timeoutMs: 300 })).rejects.toThrow(CallTimedOut);
    expect(performance.now() - startedAtMs).toBeLessThan(5_000);
  });
});
