import { createFixtureServer } from '@mcpfusion/testing';
import { describe, expect, it } from 'vitest';
import { endOf } from '../lib/raw-frames.js';
import { bothEras } from '../lib/play.js';
import { rawRetries, stateOf } from '../lib/raw-retry.js';
import { openSession } from '../lib/raw-session.js';

const accept = (content: unknown) => ({ action: 'accept', content });

/** Asks for a refund of the contract, answers first so and then with a refusal. What happened, in order. */
async function playRefund(play: (typeof bothEras)[number][1], first: unknown): Promise<string[]> {
  const { server, probe } = createFixtureServer();
  const answers = [first];
  let asked = 0;
  const end = await play(
    server,
    'refund',
    () => {
      asked++;
      return answers.length > 0 ? answers.shift() : { action: 'decline' };
    },
    { args: { id: 'a' } },
  );
  const refunds = probe.events.filter(({ what }) => what === 'refunded').length;
  await server.close({ drainMs: 0 });
  return [end, `${asked} asked`, `${refunds} refunds`];
}

describe.each(bothEras)('an answer, %s', (_era, play) => {
  it.each<[string, unknown]>([
    ['accepts', accept({ confirm: true })],
    ['has extra fields', accept({ confirm: true, extra: { deep: [1] }, __proto__: 1, constructor: 'x' })],
    ['has extra members', { ...accept({ confirm: true }), _meta: { a: 1 }, more: 1 }],
  ])('that %s is taken', async (_what, answer) => {
    expect(await playRefund(play, answer)).toEqual(['complete: refunded a', '1 asked', '1 refunds']);
  });

  it.each<[string, unknown, string]>([
    ['declines', { action: 'decline' }, 'INPUT_DECLINED'],
    ['cancels', { action: 'cancel' }, 'INPUT_CANCELLED'],
    ['declines with content {}', { action: 'decline', content: {} }, 'INPUT_DECLINED'],
    ['declines with what would be consent', { action: 'decline', content: { confirm: true } }, 'INPUT_DECLINED'],
    ['cancels with content that fits nothing', { action: 'cancel', content: [1] }, 'INPUT_CANCELLED'],
  ])('ELI-26 ELI25-24, case 41: that %s is a refusal', async (_what, answer, code) => {
    expect(await playRefund(play, answer)).toEqual([code, '1 asked', '0 refunds']);
  });

  it.each<[string, unknown]>([
    ['says no', accept({ confirm: false })],
    ['has no content', { action: 'accept' }],
    ['has empty content', accept({})],
    ['has null for content', accept(null)],
    ['has a list for content', accept([true])],
    ['has text for content', accept('true')],
    ['has null for the field', accept({ confirm: null })],
    ['has text for the field', accept({ confirm: 'true' })],
    ['has a number for the field', accept({ confirm: 1 })],
    ['has a list for the field', accept({ confirm: [true] })],
    ['has the field elsewhere', accept({ Confirm: true, confirm_: true, content: { confirm: true } })],
  ])('MRT-28 ELI-27 ELI-42 ELI25-22, case 43: that %s is no consent; it is asked again', async (_what, answer) => {
    expect(await playRefund(play, answer)).toEqual(['INPUT_DECLINED', '2 asked', '0 refunds']);
  });

  const wrong = _era === '2026-07-28' ? '-32602' : 'INPUT_FAILED';
  it.each<[string, unknown]>([
    ['shouts', { action: 'ACCEPT', content: { confirm: true } }],
    ['has an unknown action', { action: 'maybe', content: { confirm: true } }],
    ['has no action', { content: { confirm: true } }],
    ['has a list of actions', { action: ['accept'], content: { confirm: true } }],
    ['is empty', {}],
    ['is text', 'accept'],
    ['is a list', [accept({ confirm: true })]],
    ['is true', true],
    ['is a number', 0],
    ['is null', null],
    ['is nested too deep', JSON.parse(`${'{"a":'.repeat(70)}1${'}'.repeat(70)}`)],
  ])('MRT-25 MRT-26: that %s is an error, and nothing happens', async (what, answer) => {
    const end = what === 'is nested too deep' && wrong === '-32602' ? '-32600' : wrong;
    expect(await playRefund(play, answer)).toEqual([end, '1 asked', '0 refunds']);
  });
});

describe('inputResponses', () => {
  const { server, probe } = createFixtureServer();
  const call = rawRetries(server);
  const yes = { input: accept({ confirm: true }) };

  it.each<[unknown]>([
    [null],
    [[]],
    [[yes]],
    [1],
    ['x'],
    [true],
    [{ input: null }],
    [{ input: 1 }],
    [{ other: 1, ...yes }],
  ])('MRT-25 MRT-26: that are %j are -32602, with a state and without', async (inputResponses) => {
    const requestState = await stateOf(call, 'refund', { id: 'r' });
    for (const params of [{ inputResponses, requestState }, { inputResponses }])
      expect(endOf(await call('refund', { id: 'r' }, { params }))).toBe('-32602');
    // Of any tool.
    expect(endOf(await call('echo', { text: 'x' }, { params: { inputResponses } }))).toBe('-32602');
    expect(probe.events.filter(({ what }) => what === 'refunded')).toEqual([]);
  });

  it('MRT-27: may have keys that were not asked for', async () => {
    const requestState = await stateOf(call, 'refund', { id: 'u' });
    const inputResponses = { other: { action: 'decline' }, toString: {}, 'input/x': {}, ...yes };
    const answer = await call('refund', { id: 'u' }, { params: { inputResponses, requestState } });
    expect(endOf(answer)).toBe('complete: refunded u');
  });

  it('MRT-28: that are not there leave the question open', async () => {
    const requestState = await stateOf(call, 'refund', { id: 'o' });
    for (const params of [
      { requestState },
      { requestState, inputResponses: {} },
      { requestState, inputResponses: { x: {} } },
    ])
      expect(endOf(await call('refund', { id: 'o' }, { params }))).toBe('asks input');
  });
});

describe('a session', () => {
  it('ELI25-24: does not take what a 2026 client would send for an answer', async () => {
    const { server, probe } = createFixtureServer();
    const session = await openSession(server);
    const answer = session.next(({ id, method }) => id === 7 && method === undefined);
    session.send({
      id: 7,
      method: 'tools/call',
      params: {
        name: 'refund',
        arguments: { id: 'a' },
        inputResponses: { input: accept({ confirm: true }) },
        requestState: 'x',
      },
    });
    session.answer((await session.question()).id, { action: 'decline' });
    expect(endOf(await answer)).toBe('INPUT_DECLINED');
    expect(probe.events.map(({ what }) => what)).toEqual(['entered']);
  });

  it('an answer that is none ends its question, and is not taken for the client’s own request of the same id', async () => {
    const { server } = createFixtureServer();
    const session = await openSession(server);
    const { id } = await (session.begin(100, 'refund', { id: 'a' }), session.question());
    const other = session.begin(id as number, 'refund', { id: 'b' });
    await session.question(2);
    session.answer(id, 'accept' as unknown as object);
    expect(endOf(await session.next((frame) => frame.id === 100))).toBe('INPUT_FAILED');
    expect(session.frames.filter((frame) => frame.id === id && frame.method === undefined)).toEqual([]);
    session.answer((await session.question(2)).id, { action: 'decline' });
    expect(endOf(await other)).toBe('INPUT_DECLINED');
  });

  it.each<[string, object, string]>([
    ['an error', { code: -32603, message: 'no window' }, 'INPUT_FAILED'],
    ['that the method is not known', { code: -32601, message: 'Method not found' }, 'ELICITATION_UNSUPPORTED'],
    ['that its user refused', { code: -1, message: 'User rejected' }, 'INPUT_DECLINED'],
    ['an error that is none', { code: 'x' }, 'INPUT_FAILED'],
  ])(
    'ELI-26, case 38: a client that answers with %s fails the call, and nothing is done',
    async (_what, error, end) => {
      const { server, probe } = createFixtureServer();
      const session = await openSession(server);
      const answer = session.begin(1, 'refund', { id: 'a' });
      session.send({ id: (await session.question()).id, error });
      expect(endOf(await session.next(({ id, result }) => id === 1 && result !== undefined))).toBe(end);
      void answer;
      expect(probe.events.map(({ what }) => what)).toEqual(['entered']);
    },
  );
});
