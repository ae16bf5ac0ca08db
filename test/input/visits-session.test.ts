import { connectInMemory, createMemoryStore, type Server } from '@mcpfusion/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { endOf, everyCapability, isQuestion, type RawFrame } from '../lib/raw-frames.js';
import { rawHttp } from '../lib/raw-http-session.js';
import { openSession, type RawSession } from '../lib/raw-session.js';
import { until } from '../lib/until.js';
import { settle } from '../lib/visiting.js';
import { agreed, visitServer, waitingIn } from '../lib/visit-tools.js';

const complete = 'notifications/elicitation/complete';

/** What came, in order, in short: the methods, and of answers their end. */
const story = ({ frames }: Pick<RawSession, 'frames'>): string[] =>
  frames.slice(1).map((frame) => frame.method ?? endOf(frame));

const completions = ({ frames }: Pick<RawSession, 'frames'>): unknown[] =>
  frames.filter(({ method }) => method === complete).map(({ params }) => params);

async function begin(server: Server, name = 'connect', visit = 'v1') {
  const session = await openSession(server);
  const result = session.begin(1, name, { visit });
  const question = await session.question();
  return { session, result, question };
}

/** Nobody waits, nothing runs. */
function expectQuiet(server: Server): void {
  expect(waitingIn(server)).toBe(0);
  expect(server.counts()).toMatchObject({ inFlight: 0, queued: 0, running: 0 });
}

afterEach(() => void vi.useRealTimers());

describe('a visit in a session (2025-11-25, Elicitation, URL Mode)', () => {
  it('ELI25-10: has its id for the elicitationId', async () => {
    const { session, question } = await begin(visitServer());
    expect(question.params).toMatchObject({ mode: 'url', url: 'https://bank.test/v1', elicitationId: 'v1' });
    session.close();
  });

  it('consent is not its end: the call waits until the page has told', async () => {
    const server = visitServer();
    const { session, result, question } = await begin(server);
    session.answer(question.id, agreed);
    await settle();
    expect(story(session)).toEqual(['elicitation/create']);
    expect(await server.completeInput('v1')).toBe(true);
    expect(endOf(await result)).toBe('complete: connected v1');
    // ELI25-11: told once, under the id of the question, and before the call goes on.
    expect(story(session)).toEqual(['elicitation/create', complete, 'complete: connected v1']);
    expect(completions(session)).toEqual([{ elicitationId: 'v1' }]);
    expectQuiet(server);
  });

  it('may be over before the user has said so: then consent is the end', async () => {
    const server = visitServer();
    const { session, result, question } = await begin(server);
    expect(await server.completeInput('v1')).toBe(true);
    await session.next(({ method }) => method === complete);
    await settle();
    expect(story(session)).toEqual(['elicitation/create', complete]);
    session.answer(question.id, agreed);
    expect(endOf(await result)).toBe('complete: connected v1');
    expect(completions(session)).toHaveLength(1);
    expectQuiet(server);
  });

  it.each([
    ['decline', 'INPUT_DECLINED'],
    ['cancel', 'INPUT_CANCELLED'],
  ])('a user who answers with %s has refused, though the page was visited', async (action, end) => {
    const server = visitServer();
    const { session, result, question } = await begin(server);
    await server.completeInput('v1');
    session.answer(question.id, { action });
    expect(endOf(await result)).toBe(end);
    expectQuiet(server);
  });

  it('ends once, however often the page tells', async () => {
    const server = visitServer();
    const { session, result, question } = await begin(server);
    session.answer(question.id, agreed);
    const told = await Promise.all([server.completeInput('v1'), server.completeInput('v1')]);
    expect(told).toEqual([true, true]);
    await result;
    expect(await server.completeInput('v1')).toBe(true);
    await settle();
    expect(completions(session)).toHaveLength(1);
  });

  it('the time that a person has covers consent and visit', async () => {
    const server = visitServer({ input: { timeoutMs: 60 } });
    const { session, result, question } = await begin(server);
    session.answer(question.id, agreed);
    expect(endOf(await result)).toBe('INPUT_TIMEOUT');
    expect((await result).result?.content?.[0]?.text).toContain('visit');
    // Nothing is left to take back.
    expect(story(session)).toEqual(['elicitation/create', 'INPUT_TIMEOUT']);
    expectQuiet(server);
    // The page may come too late; nobody hears of it.
    expect(await server.completeInput('v1')).toBe(true);
    await settle();
    expect(completions(session)).toEqual([]);
  });

  it.each([
    ['before the consent it is taken back', false, ['elicitation/create', 'notifications/cancelled']],
    ['after the consent there is nothing to take back', true, ['elicitation/create']],
  ])('a cancel of its call: %s', async (_what, isAgreed, expected) => {
    const server = visitServer();
    const { session, question } = await begin(server);
    if (isAgreed) session.answer(question.id, agreed);
    session.send({ method: 'notifications/cancelled', params: { requestId: 1 } });
    await until(() => server.counts().running === 0);
    await settle();
    expect(story(session)).toEqual(expected);
    expectQuiet(server);
    await server.completeInput('v1');
    await settle();
    expect(story(session)).toEqual(expected);
  });

  it.each<[string, (session: RawSession, id: RawFrame['id']) => void]>([
    ['refused', (session, id) => session.answer(id, { action: 'decline' })],
    ['cancelled', (session) => session.send({ method: 'notifications/cancelled', params: { requestId: 1 } })],
    ['closed with its session', (session) => session.close()],
    ['no answer at all', (session, id) => session.answer(id, { action: 'maybe' })],
  ])('one that is %s leaves its id to others', async (_what, endIt) => {
    const server = visitServer();
    const { session, question } = await begin(server);
    endIt(session, question.id);
    await until(() => server.counts().inFlight === 0);
    await settle();
    const other = await begin(server);
    other.session.answer(other.question.id, agreed);
    await server.completeInput('v1');
    expect(endOf(await other.result)).toBe('complete: connected v1');
    expectQuiet(server);
  });

  it('the end of its session ends it', async () => {
    const server = visitServer();
    const { session, question } = await begin(server);
    session.answer(question.id, agreed);
    session.close();
    await until(() => server.counts().running === 0);
    expectQuiet(server);
  });

  it('the shutdown of its server answers the call', async () => {
    const server = visitServer();
    const { session, result, question } = await begin(server);
    session.answer(question.id, agreed);
    await server.close({ drainMs: 0 });
    expect(endOf(await result)).toBe('SHUTTING_DOWN');
    expectQuiet(server);
  });

  it('a dropped stream does not end it, and DELETE does', async () => {
    const server = visitServer();
    const session = await rawHttp(server)();
    const stream = await session.begin(1, 'connect', { visit: 'v1' });
    await session.answer((await stream.next(isQuestion)).id, agreed);
    stream.drop();
    await until(() => stream.isOver);
    expect(server.counts().inFlight).toBe(1);
    expect(await session.end()).toBe(204);
    await until(() => server.counts().running === 0);
    expectQuiet(server);
  });

  it('ELI25-11: is told to the client that was asked alone, on the stream of its call', async () => {
    const server = visitServer();
    const open = rawHttp(server);
    const [ann, bob] = [await open('ann'), await open('bob')];
    const [first, second] = [
      await ann.begin(1, 'connect', { visit: 'a' }),
      await bob.begin(1, 'connect', { visit: 'b' }),
    ];
    await ann.answer((await first.next(isQuestion)).id, agreed);
    await bob.answer((await second.next(isQuestion)).id, agreed);
    expect(await server.completeInput('a')).toBe(true);
    expect(endOf(await first.next(({ id, method }) => id === 1 && method === undefined))).toBe('complete: connected a');
    expect(second.frames).toHaveLength(1);
    await server.completeInput('b');
    await second.next(({ id, method }) => id === 1 && method === undefined);
    expect(second.frames.map(({ params }) => params?.['elicitationId']).filter(Boolean)).toEqual(['b', 'b']);
  });

  it('until: consent does not wait, and has an id that nobody can tell', async () => {
    const server = visitServer();
    const { session, result, question } = await begin(server, 'consent');
    expect(question.params?.['elicitationId']).toMatch(/^[\da-f-]{36}$/);
    expect(await server.completeInput(String(question.params?.['elicitationId']))).toBe(false);
    expect(await server.completeInput('https://bank.test/terms')).toBe(false);
    session.answer(question.id, agreed);
    expect(endOf(await result)).toBe('complete: agreed');
    expect(completions(session)).toEqual([]);
  });

  it('a call inside another waits as well', async () => {
    const server = visitServer();
    const { session, result, question } = await begin(server, 'around');
    session.answer(question.id, agreed);
    await server.completeInput('v1');
    expect(endOf(await result)).toBe('complete: around connected v1');
    expectQuiet(server);
  });

  it('the second question under one id is not answered by the first', async () => {
    const server = visitServer();
    const { session, result, question } = await begin(server, 'twice');
    session.answer(question.id, agreed);
    await server.completeInput('v1');
    session.answer((await session.question(2)).id, agreed);
    await settle();
    expect(completions(session)).toHaveLength(1);
    await server.completeInput('v1');
    expect(endOf(await result)).toBe('complete: twice');
    expect(completions(session)).toHaveLength(2);
  });
});

describe('several visits and a form at once, in a session', () => {
  const questions = async (session: RawSession): Promise<Record<string, RawFrame['id']>> => {
    const asked = await Promise.all([1, 2, 3].map((number) => session.question(number)));
    return Object.fromEntries(
      asked.map(({ id, params }) => [(params?.['elicitationId'] as string | undefined) ?? 'form', id]),
    );
  };

  it('are answered in any order, when all are over', async () => {
    const server = visitServer();
    const { session, result } = await begin(server, 'several');
    const ids = await questions(session);
    session.answer(ids['v1-shop'], agreed);
    await server.completeInput('v1-bank');
    session.answer(ids['form'], { action: 'accept', content: { amount: 5 } });
    session.answer(ids['v1-bank'], agreed);
    await settle();
    expect(server.counts().inFlight).toBe(1);
    await server.completeInput('v1-shop');
    expect(endOf(await result)).toBe('complete: connected for 5');
    expectQuiet(server);
  });

  it('a form that is wrong is asked again, and what is over stays over', async () => {
    const server = visitServer();
    const { session, result } = await begin(server, 'several');
    const ids = await questions(session);
    for (const id of ['v1-bank', 'v1-shop']) session.answer(ids[id], agreed);
    session.answer(ids['form'], { action: 'accept', content: { amount: 'much' } });
    for (const id of ['v1-bank', 'v1-shop']) await server.completeInput(id);
    session.answer((await session.question(4)).id, { action: 'accept', content: { amount: 6 } });
    expect(endOf(await result)).toBe('complete: connected for 6');
    expect(session.frames.filter(isQuestion)).toHaveLength(4);
  });

  it('one refusal closes the others: what is agreed to needs no cancel, what is open is taken back', async () => {
    const server = visitServer();
    const { session, result } = await begin(server, 'several');
    const ids = await questions(session);
    session.answer(ids['v1-bank'], agreed);
    session.answer(ids['v1-shop'], { action: 'decline' });
    expect(endOf(await result)).toBe('INPUT_DECLINED');
    const cancelled = session.frames.filter(({ method }) => method === 'notifications/cancelled');
    expect(cancelled.map(({ params }) => params?.['requestId'])).toEqual([ids['form']]);
    expectQuiet(server);
  });
});

describe('many visits', () => {
  it('of one session count as open questions until they are over: beyond 1,000 SERVER_BUSY', async () => {
    const server = visitServer();
    const ends: string[] = [];
    let asked = 0;
    const connection = connectInMemory(server, (json) => {
      const frame = JSON.parse(json) as RawFrame;
      if (isQuestion(frame)) {
        asked++;
        send({ id: frame.id, result: agreed });
      } else if (frame.id !== 'open' && frame.method === undefined) ends.push(endOf(frame));
    });
    const send = (message: object): void => connection.receive(JSON.stringify({ jsonrpc: '2.0', ...message }));
    const clientInfo = { name: 'raw', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: everyCapability, clientInfo };
    send({ id: 'open', method: 'initialize', params });
    const call = (n: number): void =>
      send({ id: n, method: 'tools/call', params: { name: 'connect', arguments: { visit: `v${n}` } } });
    for (let n = 0; n < 1_000; n++) call(n);
    await until(() => asked === 1_000);
    await settle();
    call(1_000);
    await until(() => ends.length === 1);
    expect(ends).toEqual(['SERVER_BUSY']);
    await server.completeInput('v0');
    await until(() => ends.length === 2);
    call(1_001);
    await until(() => asked === 1_001);
    connection.close();
    await until(() => server.counts().running === 0);
    expectQuiet(server);
  });

  it('leave no timer, nobody who waits, and no key beyond its time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    let nowMs = 0;
    const ttls: number[] = [];
    const memory = createMemoryStore({ nowMs: () => nowMs });
    const server = visitServer({
      store: {
        isShared: true,
        put: (key, value, ttlMs, options) => {
          if (key.startsWith('visit')) ttls.push(ttlMs);
          return memory.put(key, value, ttlMs, options);
        },
        get: (key) => memory.get(key),
        take: (key) => memory.take(key),
      },
    });
    const count = 1_000;
    // A third agrees and visits, a third refuses, a third is cancelled after it has agreed.
    const fate = (n: number): string => ['visited', 'refused', 'cancelled'][n % 3] ?? '';
    for (let from = 0; from < count; from += 100) {
      const session = await openSession(server);
      const visits = Array.from({ length: 100 }, (_, n) => from + n);
      const results = visits.map((n) => session.begin(n, 'connect', { visit: `v${n}` }));
      await session.question(100);
      expect(waitingIn(server)).toBe(100);
      for (const { id, params } of session.frames.filter(isQuestion)) {
        const number = Number(String(params?.['elicitationId']).slice(1));
        session.answer(id, fate(number) === 'refused' ? { action: 'decline' } : agreed);
        if (fate(number) === 'visited') await server.completeInput(`v${number}`);
        if (fate(number) === 'cancelled')
          session.send({ method: 'notifications/cancelled', params: { requestId: number } });
      }
      const ended = await Promise.all(results.filter((_result, n) => fate(from + n) !== 'cancelled'));
      const told = new Set(ended.map(endOf).map((end) => end.replace(/\d+$/, '')));
      expect(told).toEqual(new Set(['complete: connected v', 'INPUT_DECLINED']));
    }
    await until(() => server.counts().running === 0);
    await settle();
    expectQuiet(server);
    expect(vi.getTimerCount()).toBe(0);
    expect(ttls.length).toBeGreaterThan(count);
    const longestMs = Math.max(...ttls);
    expect(longestMs).toBeLessThanOrEqual(31 * 60_000);
    nowMs = longestMs;
    for (const n of [0, 1, 2]) expect(await server.completeInput(`v${n}`)).toBe(false);
  });
});
