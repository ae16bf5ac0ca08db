import { ask, createServer, initMCPFusion, requireInput, type ServerOptions } from '@mcpfusion/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { coreOf } from '../../packages/core/src/server/server.js';
import { endOf, isQuestion, takenBack } from '../lib/raw-frames.js';
import { openSession } from '../lib/raw-session.js';
import { until } from '../lib/until.js';

const f = initMCPFusion();
const fields = { ok: ask.boolean() };
const yes = { action: 'accept', content: { ok: true } };
const minuteMs = 60_000;
afterEach(() => void vi.useRealTimers());

const seen: string[] = [];
afterEach(() => void (seen.length = 0));

const one = f
  .mutation('one')
  .withString('tag', 'x', { optional: true })
  .timeout(1_000)
  .interactive()
  .handle(({ tag = '' }, ctx) => {
    seen.push(`${tag} runs`);
    if (!ctx.readInput('ok')) return requireInput.elicit(`Sure ${tag}?`, fields);
    seen.push(`${tag} done`);
    return 'done';
  });
const two = f
  .action('two')
  .interactive()
  .handle((_input, ctx) => {
    if (ctx.readInput('a', fields) && ctx.readInput('b', fields)) return 'done';
    return requireInput({
      inputRequests: { a: requireInput.elicit('a', fields), b: requireInput.elicit('b', fields) },
    });
  });
const plain = f
  .query('plain')
  .withString('tag', 'x', { optional: true })
  .handle(() => 'plain');

function create(options: Partial<ServerOptions<object>> = {}) {
  const records: { message: string; data: unknown }[] = [];
  const log: NonNullable<ServerOptions<object>['log']> = (record) => void records.push(record as never);
  return { records, server: createServer({ name: 'test', version: '1', log, tools: [one, two, plain], ...options }) };
}

describe('a person', () => {
  it('a question that nobody answers in time is taken back: INPUT_TIMEOUT (input.timeoutMs)', async () => {
    vi.useFakeTimers();
    const { server } = create();
    for (const [name, questions] of [
      ['one', 1],
      ['two', 2],
    ] as const) {
      const session = await openSession(server);
      const answer = session.begin(5, name);
      await session.question(questions);
      await vi.advanceTimersByTimeAsync(10 * minuteMs - 1);
      expect(takenBack(session.frames)).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(endOf(await answer)).toBe('INPUT_TIMEOUT');
      expect(takenBack(session.frames)).toEqual(session.frames.filter(isQuestion).map(({ id }) => id));
    }
    expect(seen).toEqual([' runs']);
    expect(vi.getTimerCount()).toBe(0);
    expect(server.counts()).toMatchObject({ inFlight: 0, queued: 0, running: 0 });
  });

  it('case 46: may take longer than the tool’s own time limit, and as long as the server says', async () => {
    vi.useFakeTimers();
    for (const timeoutMs of [undefined, 24 * 60 * minuteMs, Number.POSITIVE_INFINITY]) {
      const session = await openSession(create(timeoutMs === undefined ? {} : { input: { timeoutMs } }).server);
      const answer = session.begin(5, 'one');
      const { id } = await session.question();
      await vi.advanceTimersByTimeAsync(timeoutMs === undefined ? 10 * minuteMs - 1 : 60 * minuteMs);
      session.answer(id, yes);
      expect(endOf(await answer)).toBe('complete: done');
    }
  });

  it('keeps neither slot nor key while being asked, and the call waits in its queue again', async () => {
    const { server } = create({ concurrency: { max: 1 } });
    const session = await openSession(server);
    const [a, b] = [session.begin(5, 'one', { tag: 'a' }), session.begin(6, 'one', { tag: 'b' })];
    const [first, second] = [await session.question(1), await session.question(2)];
    expect(server.counts()).toMatchObject({ inFlight: 2, queued: 0, running: 0 });
    expect(endOf(await session.begin(7, 'plain'))).toBe('complete: plain');
    session.answer(second.id, yes);
    expect(endOf(await b)).toBe('complete: done');
    session.answer(first.id, yes);
    expect(endOf(await a)).toBe('complete: done');
    expect(seen).toEqual(['a runs', 'b runs', 'b runs', 'b done', 'a runs', 'a done']);
  });

  it('who has answered waits for the key behind others, and is not refused by a full queue', async () => {
    let letGo = (): void => {};
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    const tool = f
      .mutation('keyed')
      .withString('tag')
      .concurrency({ max: 1, queue: 1 })
      .interactive()
      .handle(async ({ tag }, ctx) => {
        seen.push(tag);
        if (tag !== 'asks') await gate;
        else if (!ctx.readInput('ok')) return requireInput.elicit('Sure?', fields);
        return tag;
      });
    const { server } = create({ tools: [tool] });
    const session = await openSession(server);
    const asks = session.begin(5, 'keyed', { tag: 'asks' });
    const { id } = await session.question();
    const holds = session.begin(6, 'keyed', { tag: 'holds' });
    const waits = session.begin(7, 'keyed', { tag: 'waits' });
    expect(server.counts()).toMatchObject({ queued: 1, running: 1 });
    session.answer(id, yes);
    await until(() => server.counts().queued === 2);
    letGo();
    expect(await Promise.all([asks, holds, waits].map((call) => call.then(endOf)))).toEqual([
      'complete: asks',
      'complete: holds',
      'complete: waits',
    ]);
    expect(seen).toEqual(['asks', 'holds', 'waits', 'asks']);
  });
});

describe.each([
  ['one question', 'one', 1],
  ['two questions at once', 'two', 2],
])('a call that has asked %s', (_what, name, questions) => {
  it('is cancelled: each is taken back once, and nothing else or later is sent', async () => {
    const { server, records } = create();
    const session = await openSession(server);
    void session.begin(5, name);
    await session.question(questions);
    const before = session.frames.length;
    session.send({ method: 'notifications/cancelled', params: { requestId: 5, reason: 'enough' } });
    session.send({ method: 'notifications/cancelled', params: { requestId: 5 } });
    for (const { id } of session.frames.filter(isQuestion)) session.answer(id, yes);
    expect(endOf(await session.begin(6, 'plain'))).toBe('complete: plain');
    const after = session.frames.slice(before);
    expect(after.map(({ method }) => method)).toEqual([
      ...Array.from({ length: questions }, () => 'notifications/cancelled'),
      undefined,
    ]);
    expect(takenBack(after)).toEqual(session.frames.filter(isQuestion).map(({ id }) => id));
    expect(server.counts()).toMatchObject({ inFlight: 0, queued: 0, running: 0 });
    await until(() => records.some(({ data }) => JSON.stringify(data).includes('"by":"client"')));
    expect(JSON.stringify(records)).toContain('"phase":"asked"');
  });

  it('is ended by the server: one answer, and each is taken back', async () => {
    const { server } = create();
    const session = await openSession(server);
    const answer = session.begin(5, name);
    await session.question(questions);
    await server.close({ drainMs: 0 });
    expect(endOf(await answer)).toBe('SHUTTING_DOWN');
    expect(takenBack(session.frames)).toEqual(session.frames.filter(isQuestion).map(({ id }) => id));
    expect(session.frames.filter(({ id, method }) => id === 5 && method === undefined)).toHaveLength(1);
    expect(session.frames.at(-1)?.id).toBe(5);
  });

  it('case 47: is ended with its connection, and nothing is kept', async () => {
    const { server } = create();
    const session = await openSession(server);
    void session.begin(5, name);
    await session.question(questions);
    session.close();
    expect(server.counts()).toMatchObject({ inFlight: 0, queued: 0, running: 0 });
    expect(coreOf(server).exchanges.size).toBe(0);
  });

  it('may be answered while the server drains', async () => {
    const { server } = create();
    const session = await openSession(server);
    const answer = session.begin(5, name);
    await session.question(questions);
    const closed = server.close({ drainMs: 10_000 });
    for (const { id } of session.frames.filter(isQuestion)) session.answer(id, yes);
    expect(endOf(await answer)).toBe('complete: done');
    await closed;
  });
});

describe('of two questions', () => {
  it.each<[string, object, string]>([
    ['a refusal', { result: { action: 'decline' } }, 'INPUT_DECLINED'],
    ['closing it', { result: { action: 'cancel' } }, 'INPUT_CANCELLED'],
    ['an error', { error: { code: -32603, message: 'x' } }, 'INPUT_FAILED'],
    ['what is no answer', { result: { action: 'maybe' } }, 'INPUT_FAILED'],
    ['a user’s refusal as an error', { error: { code: -1, message: 'x' } }, 'INPUT_DECLINED'],
  ])('%s to one takes the other back', async (_what, answered, end) => {
    const { server } = create();
    for (const which of [1, 2]) {
      const session = await openSession(server);
      const answer = session.begin(5, 'two');
      await session.question(2);
      const ids = session.frames.filter(isQuestion).map(({ id }) => id);
      session.send({ id: ids[which - 1], ...answered });
      expect(endOf(await answer)).toBe(end);
      expect(takenBack(session.frames)).toEqual(ids.filter((_, at) => at !== which - 1));
      // It crosses with our taking it back.
      for (const id of ids) session.answer(id, yes);
      expect(endOf(await session.begin(6, 'plain'))).toBe('complete: plain');
    }
  });
});

describe('an answer', () => {
  it('CAN25-05: that comes late, twice, under a wrong id or for nothing is left alone', async () => {
    const { server } = create();
    const session = await openSession(server);
    const a = session.begin(5, 'one', { tag: 'a' });
    const { id } = await session.question();
    for (const wrong of [String(id), (id as number) + 1, 0, -1, 'x']) session.answer(wrong, yes);
    session.send({ id: (id as number) + 1, error: { code: -1, message: 'x' } });
    session.send({ error: { code: -32700, message: 'x' } });
    expect(endOf(await session.begin(6, 'plain'))).toBe('complete: plain');
    expect(seen).toEqual(['a runs']);
    session.answer(id, { action: 'accept', content: { ok: false } });
    const next = await session.question(2);
    expect(next.id).not.toBe(id);
    session.answer(id, yes);
    expect(endOf(await session.begin(7, 'plain'))).toBe('complete: plain');
    session.answer(next.id, yes);
    session.answer(next.id, { action: 'decline' });
    expect(endOf(await a)).toBe('complete: done');
    expect(seen).toEqual(['a runs', 'a runs', 'a runs', 'a done']);
  });

  it('of another session never counts', async () => {
    const { server } = create();
    const [ann, bob] = [await openSession(server), await openSession(server)];
    const a = ann.begin(5, 'one', { tag: 'a' });
    const { id } = await ann.question();
    bob.answer(id, yes);
    const b = bob.begin(5, 'one', { tag: 'b' });
    bob.answer((await bob.question()).id, { action: 'decline' });
    expect(endOf(await b)).toBe('INPUT_DECLINED');
    expect(seen).toEqual(['a runs', 'b runs']);
    ann.answer(id, yes);
    expect(endOf(await a)).toBe('complete: done');
  });
});
