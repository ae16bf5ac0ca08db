import { ask, createServer, FusionError, initMCPFusion, step } from '@mcpfusion/core';
import { describe, expect, it } from 'vitest';
import { bothEras } from '../lib/play.js';

const f = initMCPFusion();
const fields = { n: ask.integer() };
type Tool = Parameters<typeof createServer>[0]['tools'][number];
const serve = (tool: Tool, maxRounds?: number) =>
  createServer({
    name: 'test',
    version: '1',
    log: false,
    development: false,
    tools: [tool],
    ...(maxRounds === undefined ? {} : { input: { maxRounds } }),
  });

describe.each(bothEras)('input.maxRounds and a generator, %s', (_era, play) => {
  const endless = f
    .action('endless')
    .interactive()
    .handle(async function* () {
      for (let n = 1; ; n++) yield* ask.form(`${n}`, fields);
    });

  it('case 40: a ninth question is not asked: INPUT_ROUNDS_EXCEEDED', async () => {
    const asked: unknown[] = [];
    const end = await play(serve(endless), 'endless', ({ params }) => {
      asked.push(params['message']);
      return { action: 'accept', content: { n: 1 } };
    });
    expect([end, asked]).toEqual(['INPUT_ROUNDS_EXCEEDED', ['1', '2', '3', '4', '5', '6', '7', '8']]);
  });

  it('what is asked again counts, and questions that are asked together are one round', async () => {
    const tool = f
      .action('together')
      .interactive()
      .handle(async function* () {
        for (let n = 1; ; n++) yield* ask.all({ a: ask.form(`${n} a`, fields), b: ask.form(`${n} b`, fields) });
      });
    const asked: unknown[] = [];
    const end = await play(serve(tool, 3), 'together', ({ params }) => {
      asked.push(params['message']);
      // The second is answered badly once.
      return { action: 'accept', content: asked.length === 2 ? {} : { n: 1 } };
    });
    expect(end).toBe('INPUT_ROUNDS_EXCEEDED');
    expect(asked).toEqual(['1 a', '1 b', '1 b', '2 a', '2 b']);
  });

  it('can be caught at the yield*; whoever asks again then is told again, and nobody is asked', async () => {
    const codes: string[] = [];
    const tool = f
      .action('stubborn')
      .interactive()
      .handle(async function* () {
        codes.length = 0;
        for (let n = 1; n <= 5; n++) {
          try {
            yield* ask.form(`${n}`, fields);
            codes.push('answered');
          } catch (error) {
            codes.push((error as FusionError).code);
          }
        }
        return yield* step('count', () => codes.length);
      });
    let asked = 0;
    const end = await play(serve(tool, 2), 'stubborn', () => {
      asked++;
      return { action: 'accept', content: { n: 1 } };
    });
    expect([end, asked]).toEqual(['complete: 5', 2]);
    const exceeded = 'INPUT_ROUNDS_EXCEEDED';
    expect(codes).toEqual(['answered', 'answered', exceeded, exceeded, exceeded]);
  });

  it('answers that are wrong to the last are thrown at the yield* as well, so that the handler can undo what it did', async () => {
    const ran: string[] = [];
    const tool = f
      .mutation('provisions')
      .interactive()
      .handle(async function* () {
        yield* step('create', () => void ran.push('create'));
        try {
          yield* ask.form('Sure?', fields);
        } catch (error) {
          yield* step('undo', () => void ran.push(`undo, ${(error as FusionError).code}`));
          return 'undone';
        }
        return 'made';
      });
    let asked = 0;
    const end = await play(serve(tool, 3), 'provisions', () => {
      asked++;
      return { action: 'accept', content: { n: 'none' } };
    });
    expect([end, asked, ran]).toEqual(['complete: undone', 3, ['create', 'undo, INPUT_ROUNDS_EXCEEDED']]);
  });

  it('and those to a call inside at the yield* of that', async () => {
    const ran: string[] = [];
    const inner = f
      .mutation('inner')
      .interactive()
      .handle(async function* () {
        try {
          return (yield* ask.form('Sure?', fields)).n;
        } finally {
          yield* step('tidy', () => void ran.push('tidy'));
        }
      });
    const tool = f
      .mutation('outer')
      .interactive()
      .handle(async function* (_input, ctx) {
        try {
          return String(await ctx.call(inner, {}));
        } catch (error) {
          yield* step('undo', () => void ran.push(`undo, ${(error as FusionError).code}`));
          return 'undone';
        }
      });
    const end = await play(serve(tool, 2), 'outer', () => ({ action: 'accept', content: {} }));
    expect([end, ran]).toEqual(['complete: undone', ['tidy', 'undo, INPUT_ROUNDS_EXCEEDED']]);
  });
});

describe.each(bothEras)('a client that cannot be asked, %s', (era, play) => {
  const tool = f
    .action('tries')
    .interactive()
    .withBoolean('catches')
    .handle(async function* ({ catches }) {
      yield* step('first', () => 1);
      try {
        yield* ask.url('Go', 'https://page.example/', { until: 'consent' });
      } catch (error) {
        if (!catches || !(error instanceof FusionError)) throw error;
        const { n } = yield* ask.form('n', fields);
        return `${error.code} ${n}`;
      }
      return 'asked';
    });
  const answer = () => ({ action: 'accept', content: { n: 7 } });
  const noUrls = { elicitation: { form: {} } };

  it('is told so by an error that can be caught at the yield*, in the round after a question too', async () => {
    const end = await play(serve(tool), 'tries', answer, { args: { catches: true }, capabilities: noUrls });
    expect(end).toBe('complete: ELICITATION_UNSUPPORTED 7');
  });

  it('ELI-11: not caught, it ends the call', async () => {
    const end = await play(serve(tool), 'tries', answer, { args: { catches: false }, capabilities: noUrls });
    expect(end).toBe(era === '2026-07-28' ? '-32021' : 'ELICITATION_UNSUPPORTED');
  });
});
