import { runInNewContext } from 'node:vm';
import { ask, createServer, initMCPFusion, requireInput, type Server, type ServerOptions } from '@mcpfusion/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bothEras, type Play } from '../lib/play.js';
import { endOf } from '../lib/raw-frames.js';
import { rawRetries, stateOf } from '../lib/raw-retry.js';
import { openSession, type RawSession } from '../lib/raw-session.js';
import { readText } from './files.js';

const page = await readText('docs/input.md');
const security = await readText('SECURITY.md');

/** The rows of the table under a heading, without its head. */
function tableUnder(heading: string, text = page): string[][] {
  const [, section = ''] = text.split(`\n## ${heading}\n`);
  const lines = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(2).map((line) => line.slice(2, -2).split(' | '));
}
const unquoted = (cell: string): string => cell.replaceAll('`', '');

const f = initMCPFusion();
const fields = { ok: ask.boolean() };
const yes = { action: 'accept', content: { ok: true } };
const wrong = { action: 'accept', content: { ok: 1 } };
const key = 'k'.repeat(32);

const asking = (kind: 'query' | 'mutation', name: string, onRefusal: 'end' | 'reenter' = 'end', answer = 'done') =>
  f[kind](name)
    .interactive({ onRefusal })
    .handle((_input, ctx) => (ctx.inputResponse() ? answer : requireInput.elicit('Sure?', fields)));
const two = f
  .mutation('two')
  .interactive()
  .handle((_input, ctx) => {
    const question = requireInput.elicit('Sure?', fields);
    return ctx.inputResponse('a') ? 'done' : requireInput({ inputRequests: { a: question, b: question } });
  });
const serve = (options: Partial<ServerOptions<object>> = {}): Server =>
  createServer({
    name: 'test',
    version: '1',
    log: false,
    tools: [asking('mutation', 'one'), asking('query', 'read'), asking('mutation', 'again', 'reenter'), two],
    ...options,
  });

/** How the page says it. */
const inWords = (end: string): string =>
  end.replace('complete: done', "the handler's answer").replace(/^asks .*/, 'asked again');

/** One answer, and then a right one; says so when the first was asked for again. */
const answering =
  (first: unknown, name = 'one') =>
  async (play: Play): Promise<string> => {
    const asked: unknown[] = [];
    const end = await play(serve(), name, () => (asked.push(1) === 1 ? first : yes));
    return asked.length === 1 ? inWords(end) : 'asked again';
  };

type Row = readonly [session: () => Promise<string>, stateless: () => Promise<string>];
const same = (row: (play: Play) => Promise<string>): Row => [() => row(bothEras[0]![1]), () => row(bothEras[1]![1])];

/** A call in a session that has asked, and its answer. */
async function askedBy(name: string): Promise<{ session: RawSession; id: number | string; end: Promise<string> }> {
  const session = await openSession(serve());
  const end = session.begin(1, name).then(endOf).then(inWords);
  const { id = '' } = await session.question();
  return { session, id, end };
}
/** Nothing comes for a while: what would come is there after some turns of the event loop. */
async function silence({ frames }: RawSession, framesBefore: number): Promise<string> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  return frames.length === framesBefore ? 'nothing' : JSON.stringify(frames.slice(framesBefore));
}
const secondTime = (name: string): Row => [
  async () => {
    const { session, id, end } = await askedBy(name);
    session.answer(id, yes);
    await end;
    const { length } = session.frames;
    session.answer(id, yes);
    return silence(session, length);
  },
  async () => {
    const call = rawRetries(serve());
    const params = { inputResponses: { input: yes }, requestState: await stateOf(call, name, {}) };
    await call(name, {}, { params });
    return inWords(endOf(await call(name, {}, { params })));
  },
];
/** A state of one server, used with another. */
const elsewhere = async (server: Server, name: string, change = (state: string): string => state): Promise<string> => {
  const requestState = change(await stateOf(rawRetries(serve({ input: { stateKeys: key } })), 'one', {}));
  return endOf(await rawRetries(server)(name, {}, { params: { inputResponses: { input: yes }, requestState } }));
};
const swapFirst = (state: string): string => (state.startsWith('A') ? 'B' : 'A') + state.slice(1);
const cannotBe = async (): Promise<string> => 'cannot be';
/** An answer to what was not asked yet, as of a client that knows what will be. */
const unasked = (name: string): Row => [
  cannotBe,
  async () => inWords(endOf(await rawRetries(serve())(name, {}, { params: { inputResponses: { input: yes } } }))),
];
afterEach(() => void vi.useRealTimers());

const rows: Readonly<Record<string, Row>> = {
  'the form, accepted and right': same(answering(yes)),
  'accepted, without content': same(answering({ action: 'accept' })),
  'accepted, a field wrong': same(answering(wrong)),
  'accepted and wrong, eight times': same((play) => play(serve(), 'one', () => wrong)),
  'the user declines': same(answering({ action: 'decline' })),
  'the user cancels': same(answering({ action: 'cancel' })),
  "the user declines, and the tool has onRefusal: 'reenter'": same(answering({ action: 'decline' }, 'again')),
  'what is no answer': same(answering({ action: 'perhaps' })),
  'no answer to one of two questions': [
    async () => {
      const { session, id } = await askedBy('two');
      await session.question(2);
      const { length } = session.frames;
      session.answer(id, yes);
      return (await silence(session, length)) === 'nothing' ? 'the call waits' : 'it goes on';
    },
    async () => {
      const call = rawRetries(serve());
      const requestState = await stateOf(call, 'two', {});
      return inWords(endOf(await call('two', {}, { params: { inputResponses: { a: yes }, requestState } })));
    },
  ],
  'a JSON-RPC error': [
    async () => {
      const { session, id, end } = await askedBy('one');
      session.send({ id, error: { code: -32603, message: 'no window' } });
      return end;
    },
    cannotBe,
  ],
  'a client that cannot be asked': same((play) => play(serve(), 'one', () => yes, { capabilities: {} })),
  'no answer in time': [
    async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const { end } = await askedBy('one');
      await vi.advanceTimersByTimeAsync(10 * 60_000);
      return end;
    },
    async () => {
      vi.useFakeTimers({ toFake: ['Date'] });
      const call = rawRetries(serve());
      const requestState = await stateOf(call, 'one', {});
      vi.advanceTimersByTime(30 * 60_000);
      return endOf(await call('one', {}, { params: { inputResponses: { input: yes }, requestState } }));
    },
  ],
  'the same answer a second time': secondTime('one'),
  'the same answer a second time, of an f.query': secondTime('read'),
  'an answer without a state': unasked('one'),
  'an answer without a state, of an f.query': unasked('read'),
  'a state that was changed, or is of another call': [
    cannotBe,
    async () => {
      const server = serve({ input: { stateKeys: key } });
      const ends = [await elsewhere(server, 'again'), await elsewhere(server, 'one', swapFirst)];
      return [...new Set(ends)].join();
    },
  ],
  'the tool has changed since it asked': [
    cannotBe,
    () => elsewhere(serve({ tools: [asking('mutation', 'one', 'reenter')], input: { stateKeys: key } }), 'one'),
  ],
  'the call is cancelled while its user is asked': [
    async () => {
      const { session, id } = await askedBy('one');
      session.send({ method: 'notifications/cancelled', params: { requestId: 1 } });
      const takenBack = await session.next(({ method }) => method === 'notifications/cancelled');
      expect(takenBack.params?.['requestId']).toBe(id);
      return silence(session, session.frames.length);
    },
    cannotBe,
  ],
};

describe('docs/input.md', () => {
  const outcomes = tableUnder('How it ends').map((cells) => cells.map(unquoted));

  it('tells of each outcome that is played, and of no other', () => {
    expect(outcomes.map(([what]) => what)).toEqual(Object.keys(rows));
  });

  it.each(outcomes)('%s: %s in a session, %s without', async (what = '', session, stateless) => {
    const [inSession, without] = rows[what] ?? [cannotBe, cannotBe];
    expect([await inSession(), await without()]).toEqual([session, stateless]);
  });

  it.each([
    ['one after the other', false],
    ['at the same time', true],
  ])('calls inside that ask %s run once, as the page says', async (_how, isAtOnce) => {
    for (const [, play] of bothEras) {
      const done: string[] = [];
      const inner = f
        .mutation('inner')
        .withString('id')
        .interactive()
        .handle(({ id }, ctx) => (ctx.readInput('ok') ? void done.push(id) : requireInput.elicit(id, fields)));
      const outer = f
        .action('outer')
        .interactive()
        .handle(async (_input, ctx) => {
          const first = ctx.call(inner, { id: 'a' });
          if (!isAtOnce) await first;
          await Promise.all([first, ctx.call(inner, { id: 'b' })]);
          return 'done';
        });
      expect(inWords(await play(serve({ tools: [inner, outer] }), 'outer', () => yes))).toBe("the handler's answer");
      expect(done.toSorted((a, b) => a.localeCompare(b))).toEqual(['a', 'b']);
    }
  });

  const shown = tableUnder('Fields').map((cells) => cells.map(unquoted));

  it('shows every field there is', () => {
    const kinds = new Set(shown.map(([code = '']) => /^ask\.(\w+)/.exec(code)?.[1]));
    const questions = ['form', 'url', 'all'];
    expect(kinds).toEqual(new Set(Object.keys(ask).filter((name) => !questions.includes(name))));
  });

  it.each(shown)('%s is %s', (code = '', schema = '') => {
    const field = runInNewContext(code, { ask }) as { readonly schema: object };
    expect(JSON.parse(JSON.stringify(field.schema))).toEqual(JSON.parse(schema));
  });
});

describe('SECURITY.md', () => {
  it.each(tableUnder('What the client carries', security))('names the test of what it says: %s', async (...row) => {
    const [, path = '', titles = ''] = /^`(test\/input\/[\w.-]+)`(?:, (.+))?$/.exec(row.at(-1) ?? '') ?? [];
    const source = await readText(path);
    const ids = titles.match(/[A-Z]+\d*-\d+/g) ?? [titles];
    expect(ids.filter((id) => !source.includes(id))).toEqual([]);
  });
});
