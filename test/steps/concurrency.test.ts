import { ask, createServer, initMCPFusion, step, type ServerOptions } from '@mcpfusion/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { endOf, type RawFrame } from '../lib/raw-frames.js';
import { openSession } from '../lib/raw-session.js';
import { until } from '../lib/until.js';
import { openStateless } from './lib/open-stateless.js';

const f = initMCPFusion();
const fields = { ok: ask.boolean() };
const yes = { action: 'accept', content: { ok: true } };
afterEach(() => void vi.useRealTimers());

const serve = (tool: ServerOptions<object>['tools'][number], options: Partial<ServerOptions<object>> = {}) =>
  createServer({ name: 'test', version: '1', log: false, development: false, tools: [tool], ...options });
const quiet = { inFlight: 0, queued: 0, running: 0, abandonedTotal: 0 };

function fakeTime(): void {
  // Turns of the event loop are real: what waits for them, or for a digest, goes on.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
}

/** Lets time pass a bit at a time, so that what happens in between takes none of it. */
async function elapse(ms: number): Promise<void> {
  for (let atMs = 0; atMs < ms; atMs += 50) {
    for (let turns = 0; turns < 3; turns++) await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(50);
  }
  for (let turns = 0; turns < 3; turns++) await new Promise(setImmediate);
}

/** A mutation whose calls overlap when they may: each works in steps on either side of its question. */
function account() {
  const story: string[] = [];
  let inside = 0;
  let most = 0;
  const work = async (what: string): Promise<void> => {
    most = Math.max(most, ++inside);
    story.push(what);
    await new Promise(setImmediate);
    inside--;
  };
  const tool = f
    .mutation('account')
    .withString('who')
    .withBoolean('asks')
    .interactive()
    .handle(async function* ({ who, asks }) {
      yield* step('before', () => work(`${who} before`));
      if (asks) yield* ask.form(`${who}?`, fields);
      yield* step('after', () => work(`${who} after`));
      return who;
    });
  return { tool, story, most: () => most };
}

describe('2025-11-25: a generator that waits for a person', () => {
  it('case 45: holds neither key nor slot, and queues again behind the others before it goes on', async () => {
    const { tool, story, most } = account();
    const server = serve(tool, { concurrency: { max: 1 } });
    const session = await openSession(server);
    const first = session.begin(1, 'account', { who: 'first', asks: true });
    const { id } = await session.question(1);
    const others = ['second', 'third'].map((who, index) => session.begin(2 + index, 'account', { who, asks: false }));
    session.answer(id, yes);
    expect((await Promise.all([first, ...others])).map(endOf)).toEqual([
      'complete: first',
      'complete: second',
      'complete: third',
    ]);
    expect(story).toEqual([
      'first before',
      ...['second before', 'second after', 'third before', 'third after'],
      'first after',
    ]);
    expect(most()).toBe(1);
    expect(server.counts()).toEqual(quiet);
  });

  it('many that ask at once, one key for all: each comes to its end, and no two work at once', async () => {
    const { tool, story, most } = account();
    const server = serve(tool);
    const session = await openSession(server);
    const calls = Array.from({ length: 20 }, (_, n) => session.begin(100 + n, 'account', { who: `n${n}`, asks: true }));
    for (let number = 1; number <= 20; number++) session.answer((await session.question(number)).id, yes);
    expect((await Promise.all(calls)).map(endOf)).toEqual(Array.from({ length: 20 }, (_, n) => `complete: n${n}`));
    expect([story.length, new Set(story).size, most()]).toEqual([40, 40, 1]);
    expect(server.counts()).toEqual(quiet);
  });

  it('.serialize(): a call with another key goes on beside it, one with its own while it asks', async () => {
    const story: string[] = [];
    let letGo!: () => void;
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    const tool = f
      .mutation('keyed')
      .withString('key')
      .withBoolean('asks')
      .serialize(({ key }) => key)
      .interactive()
      .handle(async function* ({ key, asks }) {
        if (asks) yield* ask.form('Sure?', fields);
        else yield* step('waits', () => gate);
        story.push(`${key} ${asks ? 'asked' : 'waited'}`);
        return key;
      });
    const session = await openSession(serve(tool));
    const asking = session.begin(1, 'keyed', { key: 'a', asks: true });
    const { id } = await session.question(1);
    const holding = session.begin(2, 'keyed', { key: 'a', asks: false });
    session.answer(id, yes);
    // Another key is another matter.
    void session.begin(3, 'keyed', { key: 'b', asks: true });
    await session.question(2);
    for (let turns = 0; turns < 5; turns++) await new Promise(setImmediate);
    // It has its answer, and waits for its key.
    expect(story).toEqual([]);
    letGo();
    expect([endOf(await holding), endOf(await asking)]).toEqual(['complete: a', 'complete: a']);
    expect(story).toEqual(['a waited', 'a asked']);
  });

  it('.timeout() counts its runs, and not the person', async () => {
    fakeTime();
    const tool = f
      .mutation('limited')
      .withInteger('workMs')
      .timeout(1_000)
      .interactive()
      .handle(async function* ({ workMs }) {
        const work = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, workMs));
        yield* step('one', work);
        yield* ask.form('Sure?', fields);
        yield* step('two', work);
        return 'over';
      });
    const server = serve(tool);
    const session = await openSession(server);
    const play = async (id: number, workMs: number): Promise<string> => {
      const call = session.begin(id, 'limited', { workMs });
      await elapse(workMs + 50);
      const question = await session.question(id);
      await vi.advanceTimersByTimeAsync(9 * 60_000);
      session.answer(question.id, yes);
      await elapse(1_200);
      return endOf(await call);
    };
    expect(await play(1, 400)).toBe('complete: over');
    // Both runs of its code are one time.
    expect(await play(2, 600)).toBe('TIMEOUT');
    expect(server.counts()).toEqual(quiet);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('case 46: its person has input.timeoutMs; INPUT_TIMEOUT can be caught, and it goes on with its key', async () => {
    fakeTime();
    const tool = f
      .mutation('patient')
      .interactive()
      .handle(async function* () {
        try {
          yield* ask.form('Sure?', fields);
          return 'answered';
        } catch (error) {
          return yield* step('gives up', () => (error as { code: string }).code);
        }
      });
    const server = serve(tool, { input: { timeoutMs: 60_000 } });
    const session = await openSession(server);
    const call = session.begin(1, 'patient');
    await session.question(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(endOf(await call)).toBe('complete: INPUT_TIMEOUT');
    expect(server.counts()).toEqual(quiet);
  });
});

describe('2026-07-28: a generator between its rounds', () => {
  it('holds nothing: others with its key run, and no two work at once', async () => {
    const { tool, story, most } = account();
    const server = serve(tool, { concurrency: { max: 1, queue: 100 } });
    const clients = Array.from({ length: 10 }, () => openStateless(server));
    const ends = clients.map(async (client, n) => {
      const call = { arguments: { who: `n${n}`, asks: true } };
      const { result } = await client.call('account', call);
      const params = { ...call, requestState: result?.requestState, inputResponses: { 'ask-1': yes } };
      return endOf(await client.call('account', params));
    });
    expect(await Promise.all(ends)).toEqual(Array.from({ length: 10 }, (_, n) => `complete: n${n}`));
    expect([story.length, new Set(story).size, most()]).toEqual([20, 20, 1]);
    await until(() => server.counts().running === 0);
    expect(server.counts()).toEqual(quiet);
  });

  it('.timeout() counts each round for itself', async () => {
    fakeTime();
    let works = 0;
    const tool = f
      .mutation('limited')
      .withInteger('workMs')
      .timeout(1_000)
      .interactive()
      .handle(async function* ({ workMs }) {
        const work = (): Promise<void> => {
          works++;
          return new Promise((resolve) => setTimeout(resolve, workMs));
        };
        yield* step('one', work);
        yield* ask.form('Sure?', fields);
        yield* step('two', work);
        return 'over';
      });
    const client = openStateless(serve(tool));
    const play = async (workMs: number): Promise<string> => {
      const call = { arguments: { workMs } };
      // What is sealed and opened takes no time of this clock, but some turns.
      const run = async (params: object): Promise<RawFrame> => {
        const before = works;
        const answer = client.call('limited', { ...call, ...params });
        await until(() => works > before);
        await elapse(workMs + 50);
        return answer;
      };
      const asked = await run({});
      if (!asked.result?.requestState) return endOf(asked);
      return endOf(await run({ requestState: asked.result.requestState, inputResponses: { 'ask-1': yes } }));
    };
    expect(await play(600)).toBe('complete: over');
    expect(await play(1_100)).toBe('TIMEOUT');
  });
});
