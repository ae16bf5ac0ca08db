import {
  ask,
  createMemoryStore,
  createServer,
  initMCPFusion,
  type KvStore,
  type LogRecord,
  type ServerOptions,
} from '@mcpfusion/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { endOf } from '../lib/raw-frames.js';
import { rawRetries, stateOf, type CallRaw, type RetryOptions } from '../lib/raw-retry.js';

const f = initMCPFusion();
const key = 'k'.repeat(32);
const yes = { 'ask-1': { action: 'accept', content: { ok: true } } };
const asking = ['one', 'other'].map((name) =>
  f
    .mutation(name)
    .withString('id', 'x', { optional: true })
    .interactive()
    .handle(async function* () {
      yield* ask.form('Sure?', { ok: ask.boolean() });
      return 'done';
    }),
);
/** Keeps more than may travel. */
const large = f
  .mutation('large')
  .interactive()
  .handle(async function* () {
    yield* ask.form('x'.repeat(2_000), { ok: ask.boolean() });
    return 'done';
  });
const plain = f.mutation('plain').handle(() => 'done');

interface Made {
  readonly call: CallRaw;
  /** What the log says of states that were refused. */
  readonly refused: () => unknown[];
}

function create(options: Partial<ServerOptions<object>> = {}): Made {
  const records: LogRecord[] = [];
  const log = (record: LogRecord): void => void records.push(record);
  const tools = [...asking, large, plain];
  const input = { stateKeys: key, ...options.input };
  const call = rawRetries(createServer({ name: 'test', version: '1', tools, log, ...options, input }));
  const refused = (): unknown[] =>
    records.filter(({ message }) => message === 'a requestState was refused').map(({ level, data }) => [level, data]);
  return { call, refused };
}

async function expectRefused(
  { call }: Made,
  requestState: string,
  name = 'one',
  args = {},
  options: RetryOptions = {},
): Promise<void> {
  const answer = await call(name, args, { ...options, params: { inputResponses: yes, requestState } });
  expect(endOf(answer)).toBe('-32602');
  expect(answer.error?.message).toBe('Invalid params: requestState cannot be used with this request.');
}

afterEach(() => void vi.useRealTimers());

describe('a requestState that is refused: the log says why, and the client is told only that it is', () => {
  const told = (why: string, tool = 'one', cure?: string): unknown[] => [
    ['warning', { tool, why, ...(cure === undefined ? {} : { cure }), refused: 1 }],
  ];
  const sameKey =
    'Give all processes the same MCPFUSION_STATE_KEY; without one, only the process that has asked can open it.';
  const unsealed = 'no key of this process has sealed it for this tool, server and revision';

  it('sealed with the key of another process', async () => {
    const state = await stateOf(create({ input: { stateKeys: 'o'.repeat(32) } }).call, 'one', {});
    const made = create();
    await expectRefused(made, state);
    expect(made.refused()).toEqual(told(unsealed, 'one', sameKey));
  });

  it('of another tool', async () => {
    const made = create();
    await expectRefused(made, await stateOf(made.call, 'one', {}), 'other');
    expect(made.refused()).toEqual(told(unsealed, 'other', sameKey));
  });

  it('of a tool that never asks', async () => {
    const made = create();
    await expectRefused(made, await stateOf(made.call, 'one', {}), 'plain');
    expect(made.refused()).toEqual(told('the tool never asks', 'plain'));
  });

  it('of other arguments', async () => {
    const made = create();
    await expectRefused(made, await stateOf(made.call, 'one', { id: 'a' }), 'one', { id: 'b' });
    expect(made.refused()).toEqual(told('it belongs to a call with other arguments'));
  });

  it('of another principal, who is not named', async () => {
    const made = create();
    const state = await stateOf(made.call, 'one', {}, { principal: 'zoe' });
    await expectRefused(made, state, 'one', {}, { principal: 'bob' });
    expect(made.refused()).toEqual(told('it belongs to another principal'));
  });

  it('whose time is over', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const made = create({ input: { stateTtlMs: 60_000 } });
    const state = await stateOf(made.call, 'one', {});
    vi.advanceTimersByTime(60_001);
    await expectRefused(made, state);
    expect(made.refused()).toEqual(
      told('its time is over', 'one', 'input.stateTtlMs says how long a question may be answered.'),
    );
  });

  it('that the store no longer has', async () => {
    const options = { input: { maxStateBytes: 1_000 } };
    const memory = createMemoryStore();
    const storeOf = (get: KvStore['get']): KvStore => ({
      isShared: true,
      put: memory.put.bind(memory),
      take: memory.take.bind(memory),
      get,
    });
    const state = await stateOf(create({ ...options, store: storeOf((name) => memory.get(name)) }).call, 'large', {});
    const made = create({ ...options, store: storeOf(() => Promise.resolve(undefined)) });
    await expectRefused(made, state, 'large');
    expect(made.refused()).toEqual(
      told(
        'it is no longer in the store',
        'large',
        'With more than one process, give the server a store that they share.',
      ),
    );
  });

  it('that is too long', async () => {
    const made = create();
    await expectRefused(made, 'A'.repeat(10_000));
    expect(made.refused()).toEqual(told('it is longer than input.maxStateBytes allows'));
  });
});

it('a flood of refused states is one line a minute for each reason, with their number', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const made = create();
  for (let sent = 0; sent < 5; sent++) await expectRefused(made, 'AAAA');
  await expectRefused(made, await stateOf(made.call, 'one', { id: 'a' }), 'one', { id: 'b' });
  expect(made.refused()).toHaveLength(2);
  vi.advanceTimersByTime(60_000);
  await expectRefused(made, 'AAAA');
  expect(made.refused().at(-1)).toEqual(['warning', expect.objectContaining({ refused: 5 })]);
});
