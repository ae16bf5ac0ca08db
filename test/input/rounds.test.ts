import { ask, createServer, initMCPFusion, requireInput, type ServerOptions } from '@mcpfusion/core';
import { onEveryWire } from '@mcpfusion/testing';
import { describe, expect, it } from 'vitest';
import { endOf, isQuestion } from '../lib/raw-frames.js';
import { bothEras } from '../lib/play.js';
import { rawRetries, stateOf } from '../lib/raw-retry.js';
import { openSession } from '../lib/raw-session.js';

const f = initMCPFusion();
const number = { number: ask.integer() };

/** Asks for ever, and counts what it was told. */
const endless = f
  .action('endless')
  .interactive()
  .handle((_input, ctx) => {
    const told = ctx.readRequestState<number[]>() ?? [];
    const answer = ctx.readInput(number);
    return requireInput({
      inputRequests: { input: requireInput.elicit(`After ${told.length}`, number) },
      state: answer ? [...told, answer.number] : told,
    });
  });

const serve = (tool: ServerOptions<object>['tools'][number], options: Partial<ServerOptions<object>> = {}) =>
  createServer({ name: 'test', version: '1', log: false, tools: [tool], ...options });

onEveryWire(
  'A7: the contract’s refund asks eight times at most when its user does not approve, and refunds nothing',
  async (wire) => {
    let asked = 0;
    wire.answerWith(() => {
      asked++;
      return { action: 'accept', content: { confirm: false } };
    });
    const result = await wire.callTool('refund', { id: 'a' }).then(JSON.stringify, (error: Error) => error.message);
    // A client may give up one round earlier.
    expect(asked).toBeGreaterThanOrEqual(7);
    expect(asked).toBeLessThanOrEqual(8);
    expect(result).not.toContain('refunded');
    expect((await wire.probe()).events.filter(({ what }) => what === 'refunded')).toEqual([]);
  },
  { capabilities: { elicitation: {} } },
);

describe.each(bothEras)('input.maxRounds, %s', (_era, play) => {
  it('case 40: a ninth question is not asked: INPUT_ROUNDS_EXCEEDED', async () => {
    let asked = 0;
    const end = await play(serve(endless), 'endless', () => ({ action: 'accept', content: { number: ++asked } }));
    expect([end, asked]).toEqual(['INPUT_ROUNDS_EXCEEDED', 8]);
  });

  it.each([
    ['without content', { action: 'accept' }],
    ['with a wrong value', { action: 'accept', content: { number: 'x' } }],
  ])('counts what is asked again, since it was answered %s', async (_what, answer) => {
    let asked = 0;
    const end = await play(serve(endless), 'endless', () => {
      asked++;
      return answer;
    });
    expect([end, asked]).toEqual(['INPUT_ROUNDS_EXCEEDED', 8]);
  });

  it('is as many as the server says', async () => {
    for (const maxRounds of [1, 3]) {
      let asked = 0;
      const answer = (): object => ({ action: 'accept', content: { number: ++asked } });
      const end = await play(serve(endless, { input: { maxRounds } }), 'endless', answer);
      expect([end, asked]).toEqual(['INPUT_ROUNDS_EXCEEDED', maxRounds]);
    }
  });

  it('keeps answers and state from round to round, and the latest answer to a field wins', async () => {
    const seen: unknown[] = [];
    const tool = f
      .action('three')
      .interactive()
      .handle((_input, ctx) => {
        const round = ctx.readRequestState<{ round: number }>()?.round ?? 0;
        seen.push([round, ctx.readInput('a'), ctx.readInput('b')]);
        if (round === 3) return JSON.stringify([ctx.readInput('a'), ctx.readInput('b')]);
        const fields = round === 1 ? { b: ask.string() } : { a: ask.string() };
        return requireInput({
          inputRequests: { input: requireInput.elicit(String(round), fields) },
          // Undefined: that of the round before stays. `null` is one.
          state: { round: round + 1 },
        });
      });
    const answers = [{ a: 'one' }, { b: 'two' }, { a: 'three' }];
    const end = await play(serve(tool), 'three', () => ({ action: 'accept', content: answers.shift() }));
    expect(end).toBe('complete: ["three","two"]');
    expect(seen).toEqual([
      [0, undefined, undefined],
      [1, 'one', undefined],
      [2, 'one', 'two'],
      [3, 'three', 'two'],
    ]);
  });

  it('case 53: the handler runs from its top each round; its state tells what it has done already', async () => {
    let entered = 0;
    let reserved = 0;
    const tool = f
      .action('order')
      .interactive()
      .handle((_input, ctx) => {
        entered++;
        const reservation = ctx.readRequestState<number>() ?? ++reserved;
        const sure = { sure: ask.boolean() };
        if (ctx.readInput('sure')) return `reservation ${reservation}`;
        return requireInput({ inputRequests: { input: requireInput.elicit('Sure?', sure) }, state: reservation });
      });
    const answers = [{ sure: false }, {}, { sure: true }];
    const end = await play(serve(tool), 'order', () => ({ action: 'accept', content: answers.shift() }));
    expect([end, entered, reserved]).toEqual(['complete: reservation 1', 3, 1]);
  });

  it('a round without a state keeps the one before', async () => {
    const tool = f
      .action('keeps')
      .interactive()
      .handle((_input, ctx) => {
        const state = ctx.readRequestState<object>();
        const first = requireInput.elicit('1', { a: ask.boolean() });
        if (ctx.readInput('a') === undefined)
          return requireInput({ inputRequests: { input: first }, state: { kept: [null] } });
        if (ctx.readInput('b') === undefined) return requireInput.elicit('2', { b: ask.boolean() });
        return JSON.stringify(state);
      });
    const end = await play(serve(tool), 'keeps', ({ params }) => ({
      action: 'accept',
      content: params['message'] === '1' ? { a: false } : { b: false },
    }));
    expect(end).toBe('complete: {"kept":[null]}');
  });

  it('onRefusal "reenter": the handler runs after a refusal, and what was answered before to the same form is gone', async () => {
    const seen: unknown[] = [];
    const fields = { ok: ask.boolean(), note: ask.string().optional() };
    const tool = f
      .action('again')
      .interactive({ onRefusal: 'reenter' })
      .handle((_input, ctx) => {
        const response = ctx.inputResponse<{ action: string }>();
        seen.push([response?.action, ctx.readInput('ok'), ctx.readInput('note')]);
        return seen.length < 4 ? requireInput.elicit('Sure?', fields) : 'over';
      });
    const answers = [
      { action: 'accept', content: { ok: true, note: 'x' } },
      { action: 'accept', content: { ok: true } },
      { action: 'decline', content: { ok: true } },
    ];
    expect(await play(serve(tool), 'again', () => answers.shift() as object)).toBe('complete: over');
    expect(seen).toEqual([
      [undefined, undefined, undefined],
      ['accept', true, 'x'],
      ['accept', true, undefined],
      ['decline', undefined, undefined],
    ]);
  });

  it('MRT-28: of two questions only the one without an answer is asked again', async () => {
    const asked: unknown[] = [];
    const tool = f
      .action('two')
      .interactive()
      .handle((_input, ctx) => {
        const [a, b] = [ctx.readInput('a', number), ctx.readInput('b', number)];
        if (a && b) return `${a.number} ${b.number}`;
        return requireInput({
          inputRequests: { a: requireInput.elicit('a', number), b: requireInput.elicit('b', number) },
        });
      });
    const end = await play(serve(tool), 'two', ({ params }) => {
      asked.push(params['message']);
      return { action: 'accept', content: asked.length === 2 ? { number: 0.5 } : { number: asked.length } };
    });
    expect(end).toBe('complete: 1 3');
    expect(asked).toEqual(['a', 'b', 'b']);
  });

  it('a generator asks by return, too, and middleware may ask instead of the handler', async () => {
    const stages: string[] = [];
    const tool = f
      .action('both')
      .interactive()
      .use(async (call) => {
        if (call.ctx.readInput('first') === undefined)
          return { value: requireInput.elicit('1', { first: ask.boolean() }) };
        return call.next();
      })
      .handle(async function* (_input, ctx) {
        stages.push('begins');
        try {
          yield { progress: 1 };
          if (ctx.readInput('second') === undefined) return requireInput.elicit('2', { second: ask.boolean() });
          return 'over';
        } finally {
          stages.push('ends');
        }
      });
    const end = await play(serve(tool), 'both', ({ params }) => ({
      action: 'accept',
      content: params['message'] === '1' ? { first: true } : { second: true },
    }));
    expect(end).toBe('complete: over');
    expect(stages).toEqual(['begins', 'ends', 'begins', 'ends']);
  });

  it('a state that JSON cannot carry is the author’s error, and nothing is asked', async () => {
    for (const state of [1n, new Map([[1, 2]]), Promise.resolve(1), () => 1]) {
      const tool = f
        .action('bad')
        .interactive()
        .handle(() => requireInput({ inputRequests: { a: requireInput.elicit('a', number) }, state }));
      expect(await play(serve(tool), 'bad', () => ({ action: 'accept' }))).toBe('INTERNAL_ERROR');
    }
  });

  it('a tool that is not .interactive() does not ask', async () => {
    const tool = f.action('plain').handle((): unknown => requireInput.elicit('a', number));
    expect(await play(serve(tool), 'plain', () => ({ action: 'accept' }))).toBe('SETUP');
  });
});

describe('a question', () => {
  it('MRT-13 MRT-29: goes out with its state, and its own key', async () => {
    const { result } = await rawRetries(serve(endless))('endless');
    expect(Object.keys(result ?? {}).toSorted()).toEqual(['_meta', 'inputRequests', 'requestState', 'resultType']);
    expect(result?.inputRequests).toEqual({
      input: {
        method: 'elicitation/create',
        params: {
          message: 'After 0',
          requestedSchema: { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] },
        },
      },
    });
  });

  it('MRT-16: need not be answered; the call is begun anew', async () => {
    const call = rawRetries(serve(endless));
    await stateOf(call, 'endless', {});
    const { result } = await call('endless');
    expect(result?.inputRequests?.['input']?.params['message']).toBe('After 0');
    // Answers without a state answer nothing.
    const answered = await call(
      'endless',
      {},
      {
        params: { inputResponses: { input: { action: 'accept', content: { number: 1 } } } },
      },
    );
    expect(answered.result?.inputRequests?.['input']?.params['message']).toBe('After 0');
  });

  it('progress of all rounds of a session goes up, and logs go on', async () => {
    const tool = f
      .action('reports')
      .interactive()
      .handle(async function* (_input, ctx) {
        ctx.log.error('here');
        yield { progress: 1 };
        ctx.progress({ progress: 1, total: 4 });
        ctx.progress({ progress: 2, total: 4 });
        if (!ctx.readInput('ok')) return requireInput.elicit('Sure?', { ok: ask.boolean() });
        ctx.progress({ progress: 3, total: 4 });
        return 'over';
      });
    const session = await openSession(serve(tool));
    const answer = session.begin(1, 'reports', {}, { progressToken: 'p' });
    session.answer((await session.question()).id, { action: 'accept', content: { ok: true } });
    expect(endOf(await answer)).toBe('complete: over');
    const told = session.frames.slice(1).map(({ method, params }) => [method ?? 'answer', params?.['progress']]);
    expect(told).toEqual([
      ['notifications/message', undefined],
      ['notifications/progress', 1],
      ['notifications/progress', 2],
      ['elicitation/create', undefined],
      ['notifications/message', undefined],
      ['notifications/progress', 3],
      ['answer', undefined],
    ]);
    expect(session.frames.filter(isQuestion)).toHaveLength(1);
  });
});
