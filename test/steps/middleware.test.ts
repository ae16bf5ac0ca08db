import { setTimeout as sleep } from 'node:timers/promises';
import { ask, createServer, FusionError, initMCPFusion, step, type LogRecord } from '@mcpfusion/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { bothEras } from '../lib/play.js';

const f = initMCPFusion();
const fields = { ok: ask.boolean() };
const yes = () => ({ action: 'accept', content: { ok: true } });
const done: string[] = [];
beforeEach(() => void (done.length = 0));

function serve(behind: (value: unknown) => unknown, slowMs = 0, graceMs = 5_000) {
  const records: LogRecord[] = [];
  const middleware = f.middleware(async ({ next }) => {
    try {
      const passed = await next();
      return { ...passed, value: behind(passed.value) };
    } finally {
      await sleep(slowMs);
    }
  });
  const tool = f
    .mutation('provision')
    .use(middleware)
    .interactive()
    .handle(async function* () {
      yield* step('create', () => void done.push('create'));
      try {
        yield* ask.form('Sure?', fields);
        return 'made';
      } finally {
        yield* step('tidy', () => void done.push('tidy'));
      }
    });
  const log = (record: LogRecord): void => void records.push(record);
  const input = { stateKeys: 'k'.repeat(32) };
  const server = createServer({ name: 'test', version: '1', log, development: false, graceMs, input, tools: [tool] });
  return { server, records };
}

describe.each(bothEras)('middleware around a generator that asks, %s', (_era, play) => {
  const asked: unknown[] = [];
  beforeEach(() => void (asked.length = 0));
  const answer: Parameters<typeof play>[2] = ({ params }) => {
    asked.push(params['message']);
    return yes();
  };

  it('that maps what next() gives maps the result, and no question', async () => {
    const { server, records } = serve((value) => `wrapped ${String(value)}`);
    expect(await play(server, 'provision', answer)).toBe('complete: wrapped made');
    expect([asked, done, records]).toEqual([['Sure?'], ['create', 'tidy'], []]);
  });

  it('that throws after next() does so at the real end, behind the finally blocks', async () => {
    const { server } = serve(() => {
      throw new FusionError('REFUSED', 'Not today.');
    });
    expect(await play(server, 'provision', answer)).toBe('REFUSED');
    expect([asked, done]).toEqual([['Sure?'], ['create', 'tidy']]);
  });

  it('that is slow behind next() is not given up, and does not replace the question', async () => {
    const { server, records } = serve(() => 'mine', 80, 20);
    expect(await play(server, 'provision', answer)).toBe('complete: mine');
    expect([asked, done, records]).toEqual([['Sure?'], ['create', 'tidy'], []]);
    expect(server.counts()).toEqual({ inFlight: 0, queued: 0, running: 0, abandonedTotal: 0 });
  });

  it('that catches all and answers for itself does not replace the question', async () => {
    const lenient = f.middleware(async ({ next }) => {
      try {
        return await next();
      } catch {
        return { value: 'mine' } as Awaited<ReturnType<typeof next>>;
      }
    });
    const tool = f
      .action('careful')
      .use(lenient)
      .interactive()
      .handle(async function* () {
        return (yield* ask.form('Sure?', fields)).ok ? 'made' : 'not made';
      });
    const server = createServer({ name: 'test', version: '1', log: false, development: false, tools: [tool] });
    expect(await play(server, 'careful', answer)).toBe('complete: made');
    expect(asked).toEqual(['Sure?']);
    expect(await play(server, 'careful', () => ({ action: 'decline' }))).toBe('complete: mine');
  });
});
