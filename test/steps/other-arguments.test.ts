import { ask, createServer, initMCPFusion, step, type LogRecord, type ToolDefinition } from '@mcpfusion/core';
import { expect, it } from 'vitest';
import { rawRetries } from '../lib/raw-retry.js';

const f = initMCPFusion();
const fields = { ok: ask.boolean() };

let ran = 0;
/** Does something, and asks. */
const working = f
  .mutation('working')
  .withNumber('n')
  .interactive()
  .handle(async function* ({ n }) {
    yield* step('work', () => void ran++);
    yield* ask.form('Sure?', fields);
    return `${n}`;
  });
/** Asks, and has done nothing. */
const onlyAsking = f
  .mutation('only.asking')
  .withNumber('n')
  .interactive()
  .handle(async function* ({ n }) {
    yield* ask.form('Sure?', fields);
    return `${n}`;
  });
const plain = f
  .mutation('plain')
  .withNumber('n')
  .handle(({ n }) => `${n}`);

let n = 0;
type Called = typeof working;
const around = (name: string, called: Called, isSame = false) =>
  f
    .mutation(name)
    .interactive()
    .handle(async (_input, ctx) => ctx.call(called, { n: isSame ? 1 : ++n }));
const generator = f
  .mutation('generator')
  .interactive()
  .handle(async function* (_input, ctx) {
    await ctx.call(plain, { n: ++n });
    yield* ask.form('Sure?', fields);
    return 'done';
  });
const stepped = f
  .mutation('stepped')
  .interactive()
  .handle(async function* (_input, ctx) {
    const chosen = yield* step('choose', () => ++n);
    return ctx.call(working, { n: chosen });
  });

/** Calls it, answers twice, and gives what the log says. */
async function advised(tool: ToolDefinition<object, unknown, object>, development = true) {
  const records: LogRecord[] = [];
  const log = (record: LogRecord): void => void records.push(record);
  const call = rawRetries(
    createServer<object>({ name: 'test', version: '1', development, log, tools: [tool as never] }),
  );
  let { result } = await call(tool.name);
  for (let times = 0; times < 2; times++) {
    const { requestState, inputRequests } = result ?? {};
    if (!inputRequests) break;
    const answer = { action: 'accept', content: { ok: true } };
    const inputResponses = Object.fromEntries(Object.keys(inputRequests).map((key) => [key, answer]));
    ({ result } = await call(tool.name, {}, { params: { requestState, inputResponses } }));
  }
  return records
    .filter(({ message }) => message.startsWith('a call inside'))
    .map(({ level, data }) => [level, data] as const);
}

const told = (tool: string, called: string) => [
  [
    'warning',
    {
      tool,
      called,
      cure: 'What its arguments are made of must be the same in every round: reads, times and random numbers belong in a step.',
    },
  ],
];

it('2026-07-28: a call inside that gets other arguments in the next round, and had done something, is told once a tool', async () => {
  ran = 0;
  expect(await advised(around('by.step', working))).toEqual(told('by.step', 'working'));
  // Why it must be told.
  expect(ran).toBe(3);
  expect(await advised(around('by.answer', onlyAsking))).toEqual(told('by.answer', 'only.asking'));
  expect(await advised(generator)).toEqual(told('generator', 'plain'));
});

it('is not told in production, nor of the same arguments', async () => {
  expect(await advised(around('in.production', working), false)).toEqual([]);
  expect(await advised(around('the.same', working, true))).toEqual([]);
  expect(await advised(stepped)).toEqual([]);
});
