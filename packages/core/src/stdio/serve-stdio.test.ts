import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';

/** What is served is the built package, as in any process of its own. */
const door = (name: string): string => new URL(`../../dist/${name}.js`, import.meta.url).href;

/** Each server below starts with this and ends with `serve([…tools], { …stdio options }, { …server options })`. */
const prelude = `
import { serveStdio } from '${door('stdio')}';
import { createServer, initMCPFusion, progress } from '${door('index')}';
const f = initMCPFusion();
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const say = (...words) => process.stderr.write(words.join(' ') + '\\n');
const echo = f.query('echo').withString('text').handle(({ text }) => text);
const serve = (tools = [], stdio = {}, server = {}) =>
  serveStdio(createServer({ name: 'child', version: '1', tools: [echo, ...tools], ...server }), stdio);
`;

/** Runs until it is cancelled, and tells by whom. */
const hold = `f.query('hold').handle((_input, ctx) => new Promise((_resolve, reject) => {
  say('started');
  ctx.signal.addEventListener('abort', () => {
    say('aborted:', ctx.signal.reason.kind);
    reject(ctx.signal.reason);
  });
}))`;

/** Takes no notice of its signal. */
const stubborn = `f.query('stubborn').handle(() => { say('started'); return new Promise(() => {}); })`;

/** Before anything is imported: tells on stderr, in base 64, what each write to the real stdout was. */
const spyOnWrites = `
const real = process.stdout.write.bind(process.stdout);
process.stdout.write = (text, ...rest) => {
  if (text) process.stderr.write('write ' + Buffer.from(text).toString('base64') + '\\n');
  return real(text, ...rest);
};
`;

type Frame = Record<string, unknown> & {
  id?: number | string;
  method?: string;
  params?: { progress?: number };
  result?: { isError?: boolean; content: { text: string }[] };
  error?: { code: number; data?: { code?: string } };
};

const children: Child[] = [];
const killAll = (): void => {
  for (const child of children.splice(0)) child.kill();
};
afterAll(killAll);
process.on('exit', killAll);

/** A server as a child process. A line of its stdout that is no JSON-RPC fails the test that reads on. */
class Child {
  readonly frames: Frame[] = [];
  stderr = '';
  readonly exited: Promise<{ code: number | null; signal: string | null }>;
  readonly process: ChildProcess;
  #rest = Buffer.alloc(0);
  #broken: string | undefined;

  constructor(script: string, { isReading = true } = {}) {
    this.process = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    children.push(this);
    this.process.stdin?.on('error', () => {});
    this.process.stderr?.setEncoding('utf8').on('data', (text: string) => void (this.stderr += text));
    this.exited = new Promise((resolve) => this.process.once('close', (code, signal) => resolve({ code, signal })));
    if (isReading) this.read();
  }

  read(): void {
    this.process.stdout?.on('data', (bytes: Buffer) => this.take(bytes));
  }

  take(bytes: Buffer): void {
    const all = Buffer.concat([this.#rest, bytes]);
    const end = all.lastIndexOf(10) + 1;
    this.#rest = all.subarray(end);
    for (const line of all.toString('utf8', 0, end).split('\n').slice(0, -1)) {
      try {
        const frame = JSON.parse(line) as Frame;
        if (frame['jsonrpc'] !== '2.0') this.#broken ??= line;
        this.frames.push(frame);
      } catch {
        this.#broken ??= line;
      }
    }
  }

  write(bytes: string | Uint8Array): void {
    this.process.stdin?.write(bytes);
  }

  call(id: number | string, name: string, args: object = {}, meta: object = {}): void {
    this.write(`${callLine(id, name, args, meta)}\n`);
  }

  end(): void {
    this.process.stdin?.end();
  }

  kill(signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT' = 'SIGKILL'): void {
    if (this.process.exitCode === null && this.process.signalCode === null) this.process.kill(signal);
  }

  async until<T>(find: () => T | undefined | false): Promise<T> {
    const endsAtMs = performance.now() + 15_000;
    for (;;) {
      expect(this.#broken, 'a line on stdout that is no message').toBeUndefined();
      const found = find();
      if (found !== undefined && found !== false) return found;
      if (performance.now() > endsAtMs)
        throw new Error(`Nothing came. Frames: ${JSON.stringify(this.frames).slice(0, 2_000)} Stderr: ${this.stderr}`);
      await sleep(5);
    }
  }

  async answer(id: number | string): Promise<Frame> {
    return this.until(() => this.frames.find((frame) => frame.id === id && frame.method === undefined));
  }

  async said(words: string): Promise<void> {
    await this.until(() => this.stderr.includes(words));
  }

  async answers(id: number | string): Promise<void> {
    this.call(id, 'echo', { text: 'alive' });
    expect(textOf(await this.answer(id))).toBe('alive');
  }

  /** Progress of all calls, in order of arrival. */
  get progress(): (number | undefined)[] {
    return this.frames
      .filter(({ method }) => method === 'notifications/progress')
      .map(({ params }) => params?.progress);
  }
}

function callLine(id: unknown, name: string, args: object = {}, more: object = {}): string {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    ...more,
  };
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args, _meta } });
}

const textOf = ({ result }: Frame): string | undefined => result?.content[0]?.text;

const open = (script: string, options?: { isReading?: boolean }): Child => new Child(prelude + script, options);

describe.concurrent('stdout', () => {
  it('carries messages only, from the start of the process (case 82)', async () => {
    const boot = 'data:text/javascript,console.log("boot");console.info({a:1});process.stdout.write("half a li")';
    const child = open(`import '${boot}'; serve();`);
    await child.answers(1);
    child.end();
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(child.frames).toHaveLength(1);
    expect(child.stderr).toContain('boot\n{ a: 1 }\nhalf a li');
  });

  it('carries messages only, whatever a handler writes (case 83)', async () => {
    const child = open(`
      const noisy = f.query('noisy').handle(async () => {
        process.stdout.write('no line end');
        console.log({ many: 'lines', of: Array.from({ length: 20 }, (_, i) => 'item ' + i) });
        console.table([{ a: 1 }]);
        await new Promise((resolve) => process.stdout.write(new Uint8Array([104, 105, 10]), resolve));
        process.stdout.write('aGk=', 'base64');
        process.stdout.end('the end\\n');
        return 'intact';
      });
      serve([noisy]);
    `);
    child.call(1, 'noisy');
    expect(textOf(await child.answer(1))).toBe('intact');
    await child.answers(2);
    expect(child.frames).toHaveLength(2);
    await child.said('the end');
    expect(child.stderr).toContain('no line end{');
    expect(child.stderr).toContain('item 19');
  });

  it('whose reader is gone ends the process in silence, and the clean-up of calls runs', async () => {
    const child = open(`
      const talks = f.query('talks').handle(async function* () {
        try {
          for (let step = 1; ; step++) { yield progress(step); await sleep(2); }
        } finally { say('cleaned up'); }
      });
      serve([talks, ${hold}]);
    `);
    child.call('held', 'hold');
    child.call(1, 'talks', {}, { progressToken: 1 });
    await child.until(() => child.progress.length > 2);
    child.process.stdout?.destroy();
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(child.stderr).toContain('cleaned up');
    expect(child.stderr).toContain('aborted: disconnect');
    expect(child.stderr).not.toMatch(/EPIPE|\n {4}at /);
  });

  it('goes on when nobody reads stderr any more', async () => {
    const child = open(`
      const prints = f.query('prints').handle(async () => {
        process.stdout.write('stray');
        console.log('stray');
        await sleep(20);
        return 'done';
      });
      serve([prints]);
    `);
    await child.answers(1);
    child.process.stderr?.destroy();
    for (const id of [2, 3]) {
      child.call(id, 'prints');
      expect(textOf(await child.answer(id))).toBe('done');
    }
  });
});

describe('lines', () => {
  let one: Child | undefined;
  /** One process for the tests of single lines, which must leave it alive. */
  const shared = (): Child => {
    if (!one || one.process.exitCode !== null) one = open('serve([], { maxLineBytes: 4_096 });');
    return one;
  };
  const unreadable = (code: number) => ({ jsonrpc: '2.0', error: { code, message: expect.any(String) } });

  it.each([
    ['garbage', 'this is no JSON', -32700],
    ['half an object', '{"jsonrpc":"2.0",', -32700],
    ['null', 'null', -32600],
    ['an empty batch', '[]', -32600],
    ['a batch', `[${callLine(5, 'echo', { text: 'x' })}]`, -32600],
    ['a number', '42', -32600],
    ['no method', '{"jsonrpc":"2.0"}', -32600],
    ['id null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600],
    ['id 1.5', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), -32700],
    ['half a character', Buffer.from([0x22, 0xe2, 0x82, 0x22]), -32700],
    ['a line that is too long', 'x'.repeat(5_000), -32600],
  ])('%s is answered without an id, and the process goes on (case 92)', async (_name, line, code) => {
    const child = shared();
    const before = child.frames.length;
    child.write(Buffer.concat([Buffer.from(line), Buffer.from('\n')]));
    await child.until(() => child.frames.length > before);
    expect(child.frames.slice(before)).toEqual([unreadable(code)]);
    await child.answers(`after ${_name}`);
  });

  it.each([
    ['params that are a list', '{"jsonrpc":"2.0","id":77,"method":"ping","params":[]}', 77, -32600],
    ['params null', '{"jsonrpc":"2.0","id":78,"method":"ping","params":null}', 78, -32600],
    ['no jsonrpc', '{"id":"79","method":"ping"}', '79', -32600],
    ['a method that is no text', '{"jsonrpc":"2.0","id":80,"method":7}', 80, -32600],
    ['a call without a name', callLine(81, undefined as never), 81, -32602],
  ])('%s is answered with its id (case 92)', async (_name, line, id, code) => {
    const child = shared();
    child.write(`${line}\n`);
    expect((await child.answer(id)).error?.code).toBe(code);
    await child.answers(`after ${_name}`);
  });

  it('that are blank, notifications and answers get no answer (case 92)', async () => {
    const child = shared();
    const before = child.frames.length;
    child.write('\n\r\n  \n\t\r\n');
    child.write('{"jsonrpc":"2.0","method":"notifications/unknown"}\n');
    child.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":null}}\n');
    child.write('{"jsonrpc":"2.0","id":3,"result":{}}\n');
    child.write('{"jsonrpc":"2.0","error":{"code":-32700,"message":"x"}}\n');
    await child.answers('after silence');
    expect(child.frames.length - before).toBe(1);
  });

  it('may end with CRLF, and the last one with the end of stdin', async () => {
    const child = open('serve();');
    child.write(`${callLine(1, 'echo', { text: 'a' })}\r\n${callLine(2, 'echo', { text: 'b' })}`);
    child.end();
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(child.frames.map(textOf)).toEqual(['a', 'b']);
  });

  it('that are garbage do not disturb request 0 (case 97)', async () => {
    const child = open(`
      let release;
      const wait = f.query('wait').handle(() => new Promise((resolve) => { say('started'); release = resolve; }));
      const go = f.query('go').handle(() => release('it is 0'));
      serve([wait, go]);
    `);
    child.call(0, 'wait');
    await child.said('started');
    child.write('garbage\n{"jsonrpc":"2.0","id":null}\n');
    await child.until(() => child.frames.length === 2);
    expect(child.frames.every((frame) => !('id' in frame))).toBe(true);
    child.call(1, 'go');
    expect(textOf(await child.answer(0))).toBe('it is 0');
  });

  it('are put together from single bytes (cases 58, 59)', async () => {
    const text = 'é€😀 a\u2028b\u2029c \u0085\ufeff';
    const child = shared();
    const bytes = Buffer.from(`${callLine('bytes', 'echo', { text })}\n`);
    for (const byte of bytes) {
      child.write(Uint8Array.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(textOf(await child.answer('bytes'))).toBe(text);
  });
});

describe.concurrent('calls', () => {
  it('are cancelled by a line in the same write (case 5)', async () => {
    const child = open(`serve([${hold}]);`);
    const cancel = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}';
    child.write(`${callLine(1, 'hold')}\n${cancel}\n${callLine(2, 'echo', { text: 'x' })}\n`);
    await child.answer(2);
    child.end();
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(child.frames.map(({ id }) => id)).toEqual([2]);
  });

  it('are answered when they are done, however many there are, and the process lives on (cases 74, 77)', async () => {
    const child = open(
      `serve([f.query('slow').withInteger('ms').handle(async ({ ms }) => { await sleep(ms); return ms + ''; })]);`,
    );
    child.call('slow', 'slow', { ms: 1_000 });
    for (let id = 0; id < 50; id++) child.call(id, 'slow', { ms: 40 - (id % 40) });
    await child.until(() => child.frames.length === 50);
    expect(new Set(child.frames.map(({ id }) => id)).size).toBe(50);
    expect(child.frames.every((frame) => textOf(frame) === String(40 - (Number(frame.id) % 40)))).toBe(true);
    expect(textOf(await child.answer('slow'))).toBe('1000');
    await sleep(200);
    await child.answers('later');
    expect(child.process.exitCode).toBeNull();
  });

  it('whose forgotten promises are rejected leave a record, and the process lives on (case 95)', async () => {
    const child = open(`
      const forgets = f.query('forgets').handle(() => { void Promise.reject(new Error('nobody waits')); return 'done'; });
      serve([forgets]);
    `);
    child.call(1, 'forgets');
    expect(textOf(await child.answer(1))).toBe('done');
    await child.said('nobody waits');
    await child.answers(2);
  });
});

describe.concurrent('the end of stdin', () => {
  it('with nothing running ends the process, whatever timers there are', async () => {
    const child = open('setInterval(() => {}, 1_000); serve();');
    await child.answers(1);
    const endedAtMs = performance.now();
    child.end();
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(performance.now() - endedAtMs).toBeLessThan(5_000);
  });

  it('lets a call that ends in time answer', async () => {
    const child = open(
      `serve([f.query('brief').handle(async () => { say('started'); await sleep(100); return 'in time'; })], { eofDrainMs: 10_000 });`,
    );
    child.call(1, 'brief');
    await child.said('started');
    child.end();
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(child.frames.map(textOf)).toEqual(['in time']);
  });

  it('cancels a call that does not: the client is gone', async () => {
    const child = open(`serve([${hold}]);`);
    child.call(1, 'hold');
    await child.said('started');
    child.end();
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(child.stderr).toContain('aborted: disconnect');
    expect(child.frames).toEqual([]);
  });

  it('ends the process even if a handler takes no notice', async () => {
    const child = open(`serve([${stubborn}], { eofDrainMs: 20 }, { graceMs: 50 });`);
    child.call(1, 'stubborn');
    await child.said('started');
    child.end();
    expect(await child.exited).toEqual({ code: 0, signal: null });
  });

  it('comes before the gap is over: the answer is written all the same', async () => {
    const child = open(
      `serve([f.query('steps').handle(async function* () { yield progress(1); return 'done'; })], { resultGapMs: 400, eofDrainMs: 0 });`,
    );
    child.call(1, 'steps', {}, { progressToken: 'p' });
    await child.until(() => child.progress.length === 1);
    child.end();
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(child.frames.map((frame) => frame.id)).toEqual([undefined, 1]);
  });
});

describe.concurrent('a signal', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('%s lets running calls answer (case 110)', async (signal) => {
    const child = open(
      `serve([f.query('write').handle(async () => { say('started'); await sleep(300); return 'landed'; })]);`,
    );
    child.call(1, 'write');
    await child.said('started');
    child.kill(signal);
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(child.frames.map(textOf)).toEqual(['landed']);
  });

  it('lets no new calls in, and ends what does not end in time with an answer', async () => {
    const child = open(`serve([${hold}], { drainMs: 1_500 });`);
    child.call(1, 'hold');
    await child.said('started');
    child.kill('SIGTERM');
    await untilClosing(child);
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(child.stderr).toContain('aborted: shutdown');
    expect(child.frames.filter(({ id }) => id === 1)).toMatchObject([
      { result: { isError: true, content: [{ text: expect.stringContaining('SHUTTING_DOWN') }] } },
    ]);
  });

  it.each([
    ['SIGTERM', 'SIGTERM'],
    ['SIGTERM', 'SIGINT'],
    ['end of stdin', 'SIGTERM'],
  ] as const)('after %s, %s ends the process at once (case 109)', async (first, second) => {
    const child = open(`process.stdin.on('end', () => say('no more input'));
      serve([${stubborn}], { drainMs: 60_000, eofDrainMs: 60_000 }, { graceMs: 60_000 });`);
    child.call(1, 'stubborn');
    await child.said('started');
    if (first === 'end of stdin') child.end();
    else child.kill(first);
    if (first === 'end of stdin') await child.said('no more input');
    else await untilClosing(child);
    expect(child.process.exitCode).toBeNull();
    child.kill(second);
    expect(await child.exited).toEqual({ code: 1, signal: null });
  });

  it('ends the process even if nobody reads what was written', async () => {
    const child = open(
      `serve([f.query('large').handle(() => { setTimeout(() => say('answered'), 50); return 'x'.repeat(3_000_000); })], { drainMs: 200 });`,
      { isReading: false },
    );
    child.call(1, 'large');
    await child.said('answered');
    child.kill('SIGTERM');
    expect(await new Promise((resolve) => child.process.once('exit', resolve))).toBe(0);
  });

  async function untilClosing(child: Child): Promise<void> {
    for (let id = 1_000; ; id++) {
      child.call(id, 'echo', { text: '' });
      if ((await child.answer(id)).error?.data?.code === 'SHUTTING_DOWN') return;
    }
  }
});

describe.concurrent('an answer after progress', () => {
  /** The frames of each write to the real stdout: a number for progress, `answer` for the rest. */
  const writesOf = (child: Child): (number | 'answer')[][] =>
    [...child.stderr.matchAll(/^write (.+)$/gm)].map(([, text = '']) =>
      Buffer.from(text, 'base64')
        .toString()
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as Frame).params?.progress ?? 'answer'),
    );
  const spied = (script: string, options?: { isReading?: boolean }): Child =>
    new Child(
      spyOnWrites + prelude.replaceAll(/import (\{.+?\}) from ('.+?');/g, 'const $1 = await import($2);') + script,
      options,
    );

  it('comes in a write of its own (case 23)', async () => {
    const child = spied(
      `serve([f.query('steps').handle(function* () { yield progress(1); yield progress(2); return 'done'; })]);`,
    );
    child.call(1, 'steps', {}, { progressToken: 'p' });
    await child.answer(1);
    child.end();
    await child.exited;
    const writes = writesOf(child);
    expect([writes.flat(), writes.at(-1)]).toEqual([[1, 2, 'answer'], ['answer']]);
  });

  it('does so even if the handler kept the process busy in between', async () => {
    const child = spied(`
      const busy = f.query('busy').handle(function* () {
        yield progress(1);
        const endsAt = Date.now() + 30;
        while (Date.now() < endsAt);
        return 'done';
      });
      serve([busy]);
    `);
    child.call(1, 'busy', {}, { progressToken: 'p' });
    await child.answer(1);
    child.end();
    await child.exited;
    expect(writesOf(child)).toEqual([[1], ['answer']]);
  });

  it('does so even if the reader is slow, and progress does not pile up meanwhile (case 57)', async () => {
    const child = spied(
      `
      const flood = f.query('flood').handle(async function* () {
        const before = process.memoryUsage();
        for (let step = 1; step <= 100_000; step++) {
          yield progress({ progress: step, total: 100_000, message: 'x'.repeat(1_000) + step });
        }
        globalThis.gc?.();
        const after = process.memoryUsage();
        say('grown', after.heapUsed + after.external - before.heapUsed - before.external);
        return 'done';
      });
      serve([flood]);
    `,
      { isReading: false },
    );
    child.call(1, 'flood', {}, { progressToken: 'p' });
    await child.said('grown');
    expect(Number(/grown (-?\d+)/.exec(child.stderr)?.[1])).toBeLessThan(60_000_000);
    child.read();
    expect(textOf(await child.answer(1))).toBe('done');
    expect(child.progress.at(-1)).toBe(100_000);
    expect(child.progress.length).toBeLessThan(5_000);
    expect(child.progress).toEqual(child.progress.toSorted((a, b) => (a ?? 0) - (b ?? 0)));
    child.end();
    await child.exited;
    expect(writesOf(child).at(-1)).toEqual(['answer']);
  });
});

describe.concurrent('a slow reader', () => {
  it.each(['end of stdin', 'SIGTERM'])('gets large answers whole, also after %s', async (end) => {
    const child = open(
      `serve([f.query('large').withInteger('n').handle(({ n }) => { say('called', n); return String(n).repeat(300_000); })]);`,
      { isReading: false },
    );
    // The first blocks stdout; the others wait behind it.
    for (let id = 1; id <= 5; id++) {
      child.call(id, 'large', { n: id });
      await child.said(`called ${id}`);
      await sleep(20);
    }
    if (end === 'SIGTERM') child.kill('SIGTERM');
    else child.end();
    const { stdout } = child.process;
    stdout?.on('data', (piece: Buffer) => {
      child.take(piece);
      stdout.pause();
      setTimeout(() => stdout.resume(), 1);
    });
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(child.frames.map((frame) => [frame.id, textOf(frame)?.length])).toEqual(
      [1, 2, 3, 4, 5].map((id) => [id, 300_000]),
    );
  });
});

describe.concurrent('a client that does not read', () => {
  /** Tells what the process holds when all has been said. */
  const talks = `f.query('talks').withInteger('count').handle(async ({ count }, ctx) => {
    const line = 'x'.repeat(1_000);
    const heldBytes = () => { gc(); const { heapUsed, external } = process.memoryUsage(); return heapUsed + external; };
    const before = heldBytes();
    for (let at = 1; at <= count; at++) {
      ctx.log.error(line, { at });
      if (at % 100 === 0) await sleep(0);
    }
    say('holds', Math.round((heldBytes() - before) / 1e6), 'MB.');
    return 'said all';
  })`;
  const withGc = `
    import { setFlagsFromString } from 'node:v8';
    import { runInNewContext } from 'node:vm';
    setFlagsFromString('--expose-gc');
    const gc = runInNewContext('gc');
  `;
  const level = { 'io.modelcontextprotocol/logLevel': 'debug' };

  it('loses log messages beyond maxUnsentBytes, and no answer and no progress', async () => {
    const counts = `f.query('counts').handle(async function* () { yield progress({ progress: 7 }); return 'counted'; })`;
    const child = open(
      `${withGc} serve([${talks}, ${counts}], { maxUnsentBytes: 1_000_000 }, {
      logging: { maxPerSecond: Number.POSITIVE_INFINITY },
      log: ({ level, message, data, logger }) => { if (logger === 'server') say(level, message, JSON.stringify(data)); },
    });`,
      { isReading: false },
    );
    const count = 60_000;
    child.call(1, 'talks', { count }, level);
    await child.said('MB.');
    expect(Number(/holds (-?\d+) MB/.exec(child.stderr)?.[1])).toBeLessThan(20);
    child.call(2, 'counts', {}, { progressToken: 'p' });
    child.call(3, 'echo', { text: 'still here' });
    await sleep(100);
    expect(child.stderr).not.toContain('lost');
    child.read();
    expect(textOf(await child.answer(1))).toBe('said all');
    expect(textOf(await child.answer(2))).toBe('counted');
    expect(textOf(await child.answer(3))).toBe('still here');
    expect(child.progress).toEqual([7]);
    await child.said('lost');
    const logged = child.frames.filter(({ method }) => method === 'notifications/message').length;
    const told = [...child.stderr.matchAll(/^warning .*lost.* \{"lost":(\d+)\}$/gm)].map(([, lost]) => Number(lost));
    expect(told).toEqual([count - logged]);
    expect(logged).toBeGreaterThan(500);
    child.end();
    expect(await child.exited).toEqual({ code: 0, signal: null });
  });
});

describe.concurrent('a client that sends and does not read', () => {
  const count = 3_000;

  it.each([
    ['answers', `async () => { calls++; return 'x'.repeat(10_000); }`],
    ['answers after progress', `async function* () { calls++; yield progress(1); return 'x'.repeat(10_000); }`],
  ])('is read no further when more than maxUnsentBytes of %s waits, until it reads', async (_what, handler) => {
    const child = open(
      `let calls = 0;
      setInterval(() => say('calls:', calls, '.'), 50);
      const fill = f.query('fill').handle(() => { say('fills'); return 'x'.repeat(1_000_000); });
      serve([fill, f.query('large').handle(${handler})], { maxUnsentBytes: 2_000_000 });`,
      { isReading: false },
    );
    // Half of what may wait: then progress alone is too little, and its answers wait behind it.
    child.call('fill', 'fill');
    await child.said('fills');
    for (let id = 0; id < count; id++) child.call(id, 'large', {}, { progressToken: id });
    const reports = (): number[] => [...child.stderr.matchAll(/calls: (\d+) \./g)].map(([, calls]) => Number(calls));
    // It stands still.
    await child.until(() => {
      const last = reports().slice(-10);
      return last.length === 10 && last[0] !== 0 && last[0] === last[9];
    });
    expect(reports().at(-1)).toBeLessThan(count / 2);
    child.read();
    await child.until(() => child.frames.filter(({ method }) => method === undefined).length === count + 1);
    expect(new Set(child.frames.flatMap(({ id }) => id ?? [])).size).toBe(count + 1);
    await child.answers('later');
    child.end();
    expect(await child.exited).toEqual({ code: 0, signal: null });
  });
});

describe.concurrent('server.close()', () => {
  it('ends the serving, lets calls answer, and then the process ends by itself', async () => {
    const child = open(`
      const server = createServer({ name: 'child', version: '1', tools: [
        f.query('close').handle(() => { say('closing'); void server.close().then(() => say('closed')); return 'closing'; }),
        f.query('slow').handle(async () => { say('started'); await sleep(300); return 'x'.repeat(3_000_000); }),
      ] });
      process.on('exit', (code) => say('exit', code));
      serveStdio(server);
    `);
    child.call(1, 'slow');
    await child.said('started');
    child.call(2, 'close');
    await child.said('closing');
    child.call(3, 'slow');
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(textOf(await child.answer(1))).toHaveLength(3_000_000);
    expect(textOf(await child.answer(2))).toBe('closing');
    expect((await child.answer(3)).error?.data?.code).toBe('SHUTTING_DOWN');
    expect(child.stderr).toContain('closed\nexit 0');
  });

  it('gives a slow reader its time, and leaves the process to whatever else runs in it', async () => {
    const child = open(
      `
      const server = createServer({ name: 'child', version: '1', tools: [
        f.query('large').handle(() => { setTimeout(() => { say('closing'); void server.close().then(() => say('closed')); }, 50); return 'x'.repeat(3_000_000); }),
      ] });
      serveStdio(server);
      const others = setInterval(() => {}, 1_000);
      process.on('SIGUSR2', () => { say('others end'); clearInterval(others); });
    `,
      { isReading: false },
    );
    child.call(1, 'large');
    await child.said('closing');
    await sleep(300);
    expect(child.stderr).not.toContain('closed');
    child.read();
    expect(textOf(await child.answer(1))).toHaveLength(3_000_000);
    await child.said('closed');
    // Nobody listens any more, and the end of stdin ends nothing.
    child.call(2, 'large');
    child.end();
    await sleep(300);
    expect(child.process.exitCode).toBeNull();
    expect(child.frames).toHaveLength(1);
    child.process.kill('SIGUSR2');
    expect(await child.exited).toEqual({ code: 0, signal: null });
  });
});

describe.concurrent('serveStdio', () => {
  const refusal = async (script: string): Promise<string> => {
    const child = open(`
      const server = () => createServer({ name: 'child', version: '1', tools: [echo] });
      try { ${script} } catch (error) { say(error.code, error.message, 'END'); }
    `);
    await child.said('END');
    child.end();
    await child.exited;
    return child.stderr;
  };

  it('twice in a process is refused, and the first goes on', async () => {
    const child = open(`
      serve();
      try { serve(); } catch (error) { say(error.code, error.message); }
    `);
    await child.answers(1);
    await child.answers(2);
    expect(child.frames).toHaveLength(2);
    expect(child.stderr).toContain(
      'SETUP Expected one serveStdio() in a process, got a second: each request would be answered twice.',
    );
    child.end();
    expect(await child.exited).toEqual({ code: 0, signal: null });
  });

  it.each([
    ['const closed = server(); void closed.close(); serveStdio(closed)', 'a server that is open, got one that is'],
    ['serveStdio(server(), { drainMs: -1 })', 'drainMs to be milliseconds, 0 or more, got -1.'],
    ['serveStdio(server(), { maxLineBytes: "1" })', 'maxLineBytes to be a whole number of bytes, 1 or more, got "1".'],
    ['serveStdio(server(), { resultGapMs: 1 / 0 })', 'resultGapMs to be milliseconds from 0 to 60000, got Infinity.'],
    ['serveStdio(server(), { maxJsonDepth: 0 })', 'maxJsonDepth to be an integer from 1 to 1000, got 0.'],
    ['serveStdio({})', 'a server made by createServer()'],
  ])('%s is refused', async (script, sentence) => {
    expect(await refusal(script)).toContain(`SETUP Expected ${sentence}`);
  });

  it('with endless durations waits for its calls', async () => {
    const endless = 'Number.POSITIVE_INFINITY';
    const child = open(
      `serve([f.query('slow').handle(async () => { say('started'); await sleep(500); return 'landed'; })],
        { eofDrainMs: ${endless}, drainMs: ${endless}, maxUnsentBytes: ${endless}, maxLineBytes: ${endless} });`,
    );
    child.call(1, 'slow');
    await child.said('started');
    child.end();
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(textOf(await child.answer(1))).toBe('landed');
    expect(child.stderr).not.toContain('TimeoutOverflowWarning');
  });
});
