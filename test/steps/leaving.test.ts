import { ask, createServer, initMCPFusion, step, type LogRecord, type ServerOptions } from '@mcpfusion/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { bothEras } from '../lib/play.js';
import { endOf } from '../lib/raw-frames.js';
import { rawRetries } from '../lib/raw-retry.js';
import { until } from '../lib/until.js';

const f = initMCPFusion();
const fields = { ok: ask.boolean() };
const yes = (): object => ({ action: 'accept', content: { ok: true } });

const records: LogRecord[] = [];
const seen: string[] = [];
beforeEach(() => {
  records.length = 0;
  seen.length = 0;
});

const serve = (tool: ServerOptions<object>['tools'][number], options: Partial<ServerOptions<object>> = {}) =>
  createServer({
    name: 'test',
    version: '1',
    development: false,
    log: (record) => void records.push(record),
    tools: [tool],
    input: { maxRounds: 20, stateKeys: 'k'.repeat(32) },
    ...options,
  });
const causes = (): unknown[] => records.map(({ data }) => (data as { cause?: Error }).cause?.message);

/** Holds one connection, and fails for who wants a second. */
class Pool {
  inUse = 0;
  connect(): Disposable & { release(): void } {
    if (this.inUse === 1) throw new Error('The pool is exhausted.');
    this.inUse++;
    const release = (): void => void this.inUse--;
    return { release, [Symbol.dispose]: release };
  }
}

describe.each(bothEras)('finally blocks of a generator that asks, %s', (era, play) => {
  const isReplayed = era === '2026-07-28';

  it('a connection that is held across ten questions: a pool of one is enough, and it is free in between', async () => {
    const pool = new Pool();
    const tool = f
      .action('asks')
      .interactive()
      .handle(async function* () {
        const connection = pool.connect();
        try {
          for (let n = 1; n <= 10; n++) yield* ask.form(`Question ${n}`, fields);
          return 'over';
        } finally {
          connection.release();
        }
      });
    const inUse: number[] = [];
    const answer = (): object => {
      inUse.push(pool.inUse);
      return yes();
    };
    expect(await play(serve(tool), 'asks', answer)).toBe('complete: over');
    expect(inUse).toEqual(Array.from({ length: 10 }, () => (isReplayed ? 0 : 1)));
    expect(pool.inUse).toBe(0);
  });

  it('`using` is let go as well, in a sync generator too', async () => {
    const pool = new Pool();
    const waits = f
      .action('waits')
      .interactive()
      .handle(async function* () {
        using connection = pool.connect();
        void connection;
        for (let n = 1; n <= 3; n++) yield* ask.form(`Question ${n}`, fields);
        return pool.inUse;
      });
    const steps = f
      .action('steps')
      .interactive()
      .handle(function* () {
        using connection = pool.connect();
        void connection;
        for (let n = 1; n <= 3; n++) yield* ask.form(`Question ${n}`, fields);
        return pool.inUse;
      });
    expect(await play(serve(waits), 'waits', yes)).toBe('complete: 1');
    expect(await play(serve(steps), 'steps', yes)).toBe('complete: 1');
    expect(pool.inUse).toBe(0);
  });

  it('steps and questions in finally wait for the real end, in helpers too, from the inside out', async () => {
    async function* inner() {
      try {
        yield* ask.form('inner', fields);
      } finally {
        seen.push('inner plain');
        yield* step('inner', () => void seen.push('inner step'));
      }
    }
    async function* outer() {
      try {
        yield* inner();
        yield* ask.form('outer', fields);
      } finally {
        const { ok } = yield* ask.form('finally', fields);
        yield* step('outer', () => void seen.push(`outer step ${ok}`));
      }
    }
    const tool = f
      .action('nests')
      .interactive()
      .handle(async function* () {
        yield* outer();
        return 'over';
      });
    const asked: unknown[] = [];
    const end = await play(serve(tool), 'nests', ({ params }) => {
      asked.push(params['message']);
      return yes();
    });
    expect([end, asked]).toEqual(['complete: over', ['inner', 'outer', 'finally']]);
    expect(seen.filter((what) => what.endsWith('step') || what.endsWith('true'))).toEqual([
      'inner step',
      'outer step true',
    ]);
    // Plain code runs whenever the block does: when it is left, and in each round after it.
    expect(seen.filter((what) => what === 'inner plain')).toHaveLength(isReplayed ? 4 : 1);
  });

  it('a catch sees the refusal, and nothing of being left', async () => {
    const tool = f
      .action('catches')
      .interactive()
      .handle(async function* () {
        try {
          yield* ask.form('Sure?', fields);
        } catch (error) {
          seen.push((error as { code: string }).code);
          yield* step('after', () => void seen.push('step'));
        }
        return 'over';
      });
    expect(await play(serve(tool), 'catches', () => ({ action: 'decline' }))).toBe('complete: over');
    expect(seen).toEqual(['INPUT_DECLINED', 'step']);
  });

  it('a finally that returns, breaks or goes on does not keep the question from its user', async () => {
    const tool = f
      .action('returns')
      .withString('how')
      .interactive()
      .handle(async function* ({ how }) {
        for (let n = 1; n <= 2; n++) {
          try {
            const { ok } = yield* ask.form(`Sure ${n}?`, fields);
            seen.push(`${n} ${ok}`);
            if (n === 2) return 'answered';
          } finally {
            // oxlint-disable-next-line eslint/no-unsafe-finally -- that is what is tested
            if (how === 'returns' && n === 2) return 'from finally';
            // oxlint-disable-next-line eslint/no-unsafe-finally -- that is what is tested
            if (how === 'goes on' && n === 1) continue;
          }
        }
        return 'end';
      });
    expect(await play(serve(tool), 'returns', yes, { args: { how: 'returns' } })).toBe('complete: from finally');
    expect(await play(serve(tool), 'returns', yes, { args: { how: 'goes on' } })).toBe('complete: answered');
    expect(new Set(seen)).toEqual(new Set(['1 true', '2 true']));
  });

  it('a finally that throws at the real end is the end; what it threw while it was left is logged', async () => {
    const tool = f
      .action('throws')
      .interactive()
      .handle(async function* () {
        try {
          yield* ask.form('Sure?', fields);
          return 'over';
        } finally {
          // oxlint-disable-next-line eslint/no-unsafe-finally -- that is what is tested
          throw new Error('thrown in finally');
        }
      });
    let asked = 0;
    const end = await play(serve(tool), 'throws', () => (asked++, yes()));
    expect([end, asked]).toEqual(['INTERNAL_ERROR', 1]);
    expect(records.map(({ message }) => message)).toEqual([
      ...(isReplayed ? ['the handler threw after its call was over'] : []),
      'tool failed',
    ]);
    expect(new Set(causes())).toEqual(new Set(['thrown in finally']));
  });
});

describe('2026-07-28: leaving a generator', () => {
  it('a finally that hangs is not waited for longer than graceMs: the question goes out, and the retry goes on', async () => {
    let isFirst = true;
    const tool = f
      .action('hangs')
      .interactive()
      .handle(async function* () {
        yield* step('once', () => void seen.push('step'));
        try {
          const { ok } = yield* ask.form('Sure?', fields);
          return String(ok);
        } finally {
          if (isFirst) {
            isFirst = false;
            await new Promise(() => {});
          }
        }
      });
    const server = serve(tool, { graceMs: 30 });
    const call = rawRetries(server);
    const asked = await call('hangs');
    expect(endOf(asked)).toBe('asks ask-1');
    expect(server.counts()).toMatchObject({ inFlight: 0, running: 0, abandonedTotal: 1 });
    const { requestState } = asked.result ?? {};
    const params = { requestState, inputResponses: { 'ask-1': yes() } };
    expect(endOf(await call('hangs', {}, { params }))).toBe('complete: true');
    expect(seen).toEqual(['step']);
  });

  it('a finally that asks and steps for ever is left there, and the question goes out', async () => {
    const tool = f
      .action('endless')
      .interactive()
      .handle(async function* () {
        for (;;) {
          try {
            yield* ask.form('Sure?', fields);
          } finally {
            yield* step('never', () => void seen.push('step'));
            // oxlint-disable-next-line eslint/no-unsafe-finally -- that is what is tested
            continue;
          }
        }
      });
    const stubborn = f
      .action('stubborn')
      .interactive()
      .handle(async function* () {
        for (;;) {
          try {
            yield* ask.form('Sure?', fields);
          } finally {
            // oxlint-disable-next-line eslint/no-unsafe-finally -- that is what is tested
            continue;
          }
        }
      });
    expect(endOf(await rawRetries(serve(tool))('endless'))).toBe('asks ask-1');
    expect(endOf(await rawRetries(serve(stubborn))('stubborn'))).toBe('asks ask-1');
    expect(seen).toEqual([]);
    expect(causes()).toEqual(['The handler yielded 1000 times in its finally blocks and was left there.']);
  });

  it('slot and key are held until its finally blocks have ended, and are free then', async () => {
    let end!: () => void;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const tool = f
      .mutation('asks')
      .interactive()
      .handle(async function* () {
        try {
          yield* ask.form('Sure?', fields);
          return 'over';
        } finally {
          await ended;
        }
      });
    const server = serve(tool);
    const first = rawRetries(server)('asks');
    const second = rawRetries(server)('asks');
    await until(() => server.counts().queued === 1);
    end();
    expect([endOf(await first), endOf(await second)]).toEqual(['asks ask-1', 'asks ask-1']);
    expect(server.counts()).toEqual({ inFlight: 0, queued: 0, running: 0, abandonedTotal: 0 });
  });
});
