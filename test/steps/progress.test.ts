import { ask, createServer, initMCPFusion, progress, step, type ServerOptions } from '@mcpfusion/core';
import { describe, expect, it } from 'vitest';
import type { RawFrame } from '../lib/raw-frames.js';
import { playLive, playRounds } from '../lib/play-rounds.js';
import { until } from '../lib/until.js';
import { openStateless } from './lib/open-stateless.js';

const f = initMCPFusion();
const fields = { ok: ask.boolean() };
const yes = { action: 'accept', content: { ok: true } };

const serve = (tool: ServerOptions<object>['tools'][number], options: Partial<ServerOptions<object>> = {}) =>
  createServer({ name: 'test', version: '1', log: false, development: false, tools: [tool], ...options });

/** Reports by `yield` and by `ctx.progress`, between two questions. */
const reports = f
  .action('reports')
  .interactive()
  .handle(async function* (_input, ctx) {
    yield progress(10, 'first');
    yield* step('one', () => 1);
    ctx.progress(20, 'second');
    yield progress(25, 'third');
    yield* ask.form('One?', fields);
    yield progress(30, 'fourth');
    ctx.progress(40, 'fifth');
    yield* step('two', () => 1);
    yield* ask.form('Two?', fields);
    yield progress(50, 'sixth');
    return 'over';
  });
const all = ['10 first', '20 second', '25 third', '30 fourth', '40 fifth', '50 sixth'];

/** `10 first (p)`: value, message and token of each. */
const toldIn = (frames: readonly RawFrame[]): string[] =>
  frames
    .filter(({ method }) => method === 'notifications/progress')
    .map(
      ({ params = {} }) =>
        `${String(params['progress'])} ${String(params['message'])} (${String(params['progressToken'])})`,
    );

describe('progress of a generator that asks', () => {
  it('is told once, in both revisions, by yield and by ctx.progress', async () => {
    const call = { name: 'reports', answer: () => yes };
    expect((await playLive(serve(reports), call)).progress).toEqual(all);
    const server = serve(reports);
    expect((await playRounds(() => server, call)).progress).toEqual(all);
  });

  it('PRG-3: 2026-07-28: goes up from round to round, under the token that each round brings', async () => {
    const client = openStateless(serve(reports));
    const first = await client.call('reports', {}, { progressToken: 'a' });
    const next = (frame: RawFrame, key: string) => ({
      requestState: frame.result?.requestState,
      inputResponses: { [key]: yes },
    });
    const second = await client.call('reports', next(first, 'ask-1'), { progressToken: 7 });
    await client.call('reports', next(second, 'ask-2'), { progressToken: 'c' });
    expect(toldIn(client.frames)).toEqual([
      ...['10 first (a)', '20 second (a)', '25 third (a)'],
      ...['30 fourth (7)', '40 fifth (7)'],
      '50 sixth (c)',
    ]);
  });

  it('PRG-1: 2026-07-28: is told to nobody in a round without a token, nor later', async () => {
    const client = openStateless(serve(reports));
    const next = (frame: RawFrame, key: string) => ({
      requestState: frame.result?.requestState,
      inputResponses: { [key]: yes },
    });
    const first = await client.call('reports', {}, { progressToken: 'a' });
    const second = await client.call('reports', next(first, 'ask-1'));
    await client.call('reports', next(second, 'ask-2'), { progressToken: 'c' });
    const told = toldIn(client.frames);
    expect(told.slice(0, 3)).toEqual(['10 first (a)', '20 second (a)', '25 third (a)']);
    expect(told.at(-1)).toBe('50 sixth (c)');
    // What `yield` reported in the round without one is over; `ctx.progress` reports it again.
    expect(told.slice(3, -1)).toEqual(['40 fifth (c)']);
  });

  it('2026-07-28: heartbeats go on above what was told before', async () => {
    let letGo!: () => void;
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    const tool = f
      .action('waits')
      .interactive()
      .handle(async function* () {
        yield progress(10, 'first');
        yield* ask.form('One?', fields);
        await gate;
        yield progress(20, 'second');
        return 'over';
      });
    const client = openStateless(serve(tool, { progress: { heartbeatMs: 5 } }));
    const { result } = await client.call('waits', {}, { progressToken: 'a' });
    const params = { requestState: result?.requestState, inputResponses: { 'ask-1': yes } };
    const over = client.call('waits', params, { progressToken: 'b' });
    const values = (): number[] =>
      client.frames
        .filter(({ params: { progressToken } = {} }) => progressToken === 'b')
        .map((frame) => frame.params?.['progress'] as number);
    await until(() => values().length >= 2);
    letGo();
    await over;
    const told = values();
    expect(told.at(-1)).toBe(20);
    for (const [index, value] of told.entries()) expect(value).toBeGreaterThan(told[index - 1] ?? 10);
  });
});
