import { ask, createServer, initMCPFusion, requireInput, type Server, type ServerOptions } from '@mcpfusion/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { endOf, type RawError } from '../lib/raw-frames.js';
import { rawRetries, stateOf, type CallRaw } from '../lib/raw-retry.js';

const f = initMCPFusion();
const yes = { input: { action: 'accept', content: { ok: true } } };
const key = 'k'.repeat(32);
const secret = 'what only the server knows';

/** What handlers did after the answer. */
const done: string[] = [];
afterEach(() => {
  done.length = 0;
  vi.useRealTimers();
});

const question = { inputRequests: { input: requireInput.elicit('Sure?', { ok: ask.boolean() }) }, state: secret };
const tools = (['query', 'mutation', 'action'] as const).flatMap((kind) =>
  ['one', 'other'].map((which) =>
    f[kind](`${kind}.${which}`)
      .withString('id', 'x', { optional: true })
      .withString('more', 'x', { optional: true })
      .interactive()
      .handle(({ id }, ctx) => {
        if (!ctx.readInput('input')) return requireInput(question);
        done.push(`${kind} ${id}`);
        return `${id} ${ctx.readRequestState<string>() === secret}`;
      }),
  ),
);
const plain = f
  .mutation('plain')
  .withString('id')
  .handle(({ id }) => void done.push(`plain ${id}`));

function create(options: Partial<ServerOptions<object>> = {}): Server {
  return createServer({ name: 'test', version: '1', log: false, tools: [...tools, plain], ...options });
}

const retry = (requestState: unknown, inputResponses: object = yes): { params: Record<string, unknown> } => ({
  params: { inputResponses, requestState },
});

/** Sends a state that may not open, and gives the error. */
async function expectRefused(
  call: CallRaw,
  state: unknown,
  name = 'mutation.one',
  args: object = { id: 'a' },
): Promise<RawError> {
  const answer = await call(name, args, retry(state));
  expect([endOf(answer), answer.status]).toEqual(['-32602', 200]);
  expect(done).toEqual([]);
  return answer.error as RawError;
}

describe('a state', () => {
  it('MRT-06 MRT-07 MRT-08, case 37: that was changed anywhere, cut or lengthened is refused, and nothing runs', async () => {
    const call = rawRetries(create());
    const state = await stateOf(call, 'mutation.one', { id: 'a' });
    const swap = (at: number): string => {
      const char = state[at] === 'A' ? 'B' : 'A';
      return state.slice(0, at) + char + state.slice(at + 1);
    };
    const ends = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_').map(
      (char) => state.slice(0, -1) + char,
    );
    const changed = [
      // In the iv, the text and the tag.
      ...Array.from({ length: state.length }, (_, at) => swap(at)),
      // The bits that no byte needs.
      ...ends.filter((text) => text !== state),
      ...[1, 2, 16, 40, state.length - 1].map((cut) => state.slice(0, -cut)),
      ...[1, 15, 16, 40].map((cut) => state.slice(cut)),
      ...['A', 'AAAA', '=', '.', state, ' ', '\n'].flatMap((more) => [state + more, more + state]),
    ];
    for (const text of changed) await expectRefused(call, text);
    expect(endOf(await call('mutation.one', { id: 'a' }, retry(state)))).toBe('complete: a true');
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a number', 1],
    ['an object', { a: 1 }],
    ['a list', ['x']],
    ['empty', ''],
    ['2 MiB long', 'A'.repeat(2 * 1024 * 1024)],
    ['made up', Buffer.from('{"memory":{}}').toString('base64url')],
    ['no Base64url', 'ümläut ☃ +/='],
  ])('MRT-08, case 37: that is %s is refused', async (_what, state) => {
    await expectRefused(rawRetries(create()), state);
  });

  it('MRT-11, case 37: belongs to its tool and arguments, whatever the order of their keys', async () => {
    const call = rawRetries(create());
    const state = await stateOf(call, 'mutation.one', { id: 'a', more: 'b' });
    for (const args of [{ id: 'b', more: 'b' }, { id: 'a' }, {}, { id: 'a', more: 'b', third: 1 }])
      await expectRefused(call, state, 'mutation.one', args);
    for (const name of ['mutation.other', 'query.one', 'plain'])
      await expectRefused(call, state, name, { id: 'a', more: 'b' });
    expect(endOf(await call('mutation.one', { more: 'b', id: 'a' }, retry(state)))).toBe('complete: a true');
    expect(done).toEqual(['mutation a']);
  });

  it('MRT-09 ELI-18 ELI-28: belongs to its principal', async () => {
    const call = rawRetries(create());
    const args = { id: 'a' };
    const ofZoe = await stateOf(call, 'mutation.one', args, { principal: 'zoe' });
    const ofNobody = await stateOf(call, 'mutation.one', args);
    for (const [state, principal] of [
      [ofZoe, 'bob'],
      [ofZoe, undefined],
      [ofZoe, ''],
      [ofNobody, 'zoe'],
      [ofNobody, ''],
    ] as const) {
      const answer = await call('mutation.one', args, {
        ...retry(state),
        ...(principal === undefined ? {} : { principal }),
      });
      expect(endOf(answer)).toBe('-32602');
    }
    expect(done).toEqual([]);
    expect(endOf(await call('mutation.one', args, { ...retry(ofZoe), principal: 'zoe' }))).toBe('complete: a true');
  });

  it('MRT-10, case 37: a state that has expired is refused', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const call = rawRetries(create({ input: { stateTtlMs: 60_000 } }));
    const state = await stateOf(call, 'mutation.one', { id: 'a' });
    vi.advanceTimersByTime(60_000);
    await expectRefused(call, state);
    const next = await stateOf(call, 'mutation.one', { id: 'a' });
    vi.advanceTimersByTime(59_999);
    expect(endOf(await call('mutation.one', { id: 'a' }, retry(next)))).toBe('complete: a true');
  });

  it('MRT-12: is used once by what changes things, and as often as one likes by what reads', async () => {
    const call = rawRetries(create());
    for (const [kind, then] of [
      ['mutation', 'STATE_USED'],
      ['action', 'STATE_USED'],
      ['query', 'complete: a true'],
    ] as const) {
      const state = await stateOf(call, `${kind}.one`, { id: 'a' });
      const ends = await Promise.all([1, 2, 3].map(() => call(`${kind}.one`, { id: 'a' }, retry(state)).then(endOf)));
      expect(ends.toSorted()).toEqual([then, then, 'complete: a true'].toSorted());
    }
    expect(done).toEqual(['mutation a', 'action a', 'query a', 'query a', 'query a']);
  });

  it('MRT-12: and the one that came when an answer was missing do not run the tool twice', async () => {
    const call = rawRetries(create());
    const first = await stateOf(call, 'mutation.one', { id: 'a' });
    const [second, third] = [
      await stateOf(call, 'mutation.one', { id: 'a' }, retry(first, {})),
      await stateOf(call, 'mutation.one', { id: 'a' }, retry(first, { input: { action: 'accept' } })),
    ];
    const fourth = await stateOf(call, 'mutation.one', { id: 'a' }, retry(third, {}));
    const ends: string[] = [];
    for (const state of [fourth, first, second, third])
      ends.push(endOf(await call('mutation.one', { id: 'a' }, retry(state))));
    expect(ends).toEqual(['complete: a true', 'STATE_USED', 'STATE_USED', 'STATE_USED']);
    expect(done).toEqual(['mutation a']);
  });

  it('MRT-12: whoever asks again and again gets no longer a life for it than it had', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const call = rawRetries(create({ input: { stateTtlMs: 60_000 } }));
    const first = await stateOf(call, 'mutation.one', { id: 'a' });
    vi.advanceTimersByTime(59_999);
    const second = await stateOf(call, 'mutation.one', { id: 'a' }, retry(first, {}));
    vi.advanceTimersByTime(1);
    await expectRefused(call, second);
  });

  it('MRT-09 MRT-10 MRT-11: has one message, which tells nothing of it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const call = rawRetries(create());
    const state = await stateOf(call, 'mutation.one', { id: 'a' }, { principal: 'zoe' });
    const errors = [
      await expectRefused(call, state),
      await expectRefused(call, `${state}A`),
      await expectRefused(call, state, 'mutation.one', { id: 'b' }),
      await expectRefused(call, state, 'plain', { id: 'a' }),
      await expectRefused(call, state.slice(1)),
      await expectRefused(call, ''),
    ];
    vi.advanceTimersByTime(31 * 60_000);
    errors.push((await call('mutation.one', { id: 'a' }, { ...retry(state), principal: 'zoe' })).error as RawError);
    expect(new Set(errors.map((error) => JSON.stringify(error))).size).toBe(1);
    expect(JSON.stringify(errors)).not.toMatch(/only the server|zoe|sealed|decrypt|expire/);
  });

  it('MRT-20: shows nothing of what is in it, and is different each time', async () => {
    const call = rawRetries(create());
    const states = await Promise.all(
      [1, 2].map(() => stateOf(call, 'mutation.one', { id: 'a' }, { principal: 'zoe' })),
    );
    expect(states[0]).not.toBe(states[1]);
    for (const state of states) {
      expect(state).toMatch(/^[\w-]+$/);
      const bytes = Buffer.from(state, 'base64url').toString('latin1');
      expect(`${state}${bytes}`).not.toMatch(/only the server|Sure|zoe|memory|nonce/);
    }
  });
});

describe('another process', () => {
  const args = { id: 'a' };
  const open = (stateKeys: string | readonly string[]): CallRaw => rawRetries(create({ input: { stateKeys } }));

  it('with the same key opens it, also when that is no longer the first', async () => {
    const state = await stateOf(open(key), 'query.one', args);
    for (const keys of [key, [key], ['n'.repeat(32), key]])
      expect(endOf(await open(keys)('query.one', args, retry(state)))).toBe('complete: a true');
  });

  it('with another key, or one that it has made itself, does not', async () => {
    const state = await stateOf(open(key), 'mutation.one', args);
    await expectRefused(open('n'.repeat(32)), state);
    await expectRefused(rawRetries(create()), state);
    await expectRefused(rawRetries(create()), await stateOf(rawRetries(create()), 'mutation.one', args));
    // What an older process seals with its key, a newer one opens, and not the other way round.
    await expectRefused(open(key), await stateOf(open(['n'.repeat(32), key]), 'mutation.one', args));
  });

  it.each([
    [
      'handler',
      f
        .mutation('t')
        .interactive()
        .handle(() => 'done anew'),
    ],
    [
      'kind',
      f
        .action('t')
        .interactive()
        .handle(() => requireInput(question)),
    ],
    [
      'schema',
      f
        .mutation('t')
        .withString('x', 'x', { optional: true })
        .interactive()
        .handle(() => requireInput(question)),
    ],
    [
      'way to ask',
      f
        .mutation('t')
        .interactive({ onRefusal: 'reenter' })
        .handle(() => requireInput(question)),
    ],
  ])('MRT-08: whose tool has another %s says STATE_STALE, and runs nothing', async (_what, changed) => {
    const before = f
      .mutation('t')
      .interactive()
      .handle(() => requireInput(question));
    const serve = (tool: typeof before): CallRaw =>
      rawRetries(createServer({ name: 'test', version: '1', log: false, tools: [tool], input: { stateKeys: key } }));
    const state = await stateOf(serve(before), 't', {});
    const after = await serve(changed as typeof before)('t', {}, retry(state));
    expect(endOf(after)).toBe('STATE_STALE');
    // That it has changed is told to those alone who may use it.
    expect(endOf(await serve(changed as typeof before)('t', { other: 1 }, retry(state)))).toBe('-32602');
  });
});
