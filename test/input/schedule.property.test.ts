import { ask, createServer, initMCPFusion, requireInput } from '@mcpfusion/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isQuestion, takenBack } from '../lib/raw-frames.js';
import { openSession } from '../lib/raw-session.js';
import { until } from '../lib/until.js';

const f = initMCPFusion();
const fields = { ok: ask.boolean() };
const yes = { action: 'accept', content: { ok: true } };

const one = f
  .mutation('one')
  .interactive()
  .handle((_input, ctx) => (ctx.readInput('ok') ? 'one' : requireInput.elicit('one', fields)));
const two = f
  .action('two')
  .interactive({ onRefusal: 'reenter' })
  .handle((_input, ctx) => {
    if (ctx.inputResponse('a') && ctx.inputResponse('b')) return 'two';
    return requireInput({
      inputRequests: { a: requireInput.elicit('a', fields), b: requireInput.elicit('b', fields) },
    });
  });
const around = f
  .mutation('around')
  .interactive()
  .handle(async (_input, ctx) => {
    const inside = await Promise.allSettled([ctx.call(one, {}), ctx.call(two, {}), ctx.call(one, {})]);
    return inside.map(({ status }) => status).join(' ');
  });

type Step =
  | { readonly do: 'call'; readonly tool: 'one' | 'two' | 'around' }
  | { readonly do: 'answer'; readonly which: number; readonly how: object }
  | { readonly do: 'cancel'; readonly which: number }
  | { readonly do: 'wait' };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('call' as const), tool: fc.constantFrom('one', 'two', 'around') }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('answer' as const),
        which: fc.nat(20),
        how: fc.constantFrom<object>(
          { result: yes },
          { result: yes },
          { result: { action: 'accept', content: {} } },
          { result: { action: 'decline' } },
          { result: { action: 'maybe' } },
          { result: 'none' },
          { error: { code: -32603, message: 'x' } },
        ),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), which: fc.nat(10) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
  ),
  { maxLength: 40 },
);

it(
  'in whatever order calls, answers and cancels come: one answer a call, no question left open',
  { timeout: 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (plan) => {
        const server = createServer({
          name: 'test',
          version: '1',
          log: false,
          tools: [one, two, around],
          concurrency: { max: 2 },
        });
        const session = await openSession(server);
        const calls: number[] = [];
        const cancelled = new Set<number>();
        const questions = () => session.frames.filter(isQuestion);
        const answered = new Set<unknown>();
        const answerOne = (id: unknown, how: object): void => {
          answered.add(id);
          session.send({ id, ...how });
        };
        for (const step of plan) {
          if (step.do === 'call') {
            calls.push(1_000 + calls.length);
            void session.begin(calls.at(-1) as number, step.tool);
          } else if (step.do === 'answer') {
            const asked = questions();
            if (asked.length > 0) answerOne(asked[step.which % asked.length]?.id, step.how);
          } else if (step.do === 'cancel') {
            const id = calls[step.which % Math.max(calls.length, 1)];
            if (id === undefined) continue;
            cancelled.add(id);
            session.send({ method: 'notifications/cancelled', params: { requestId: id } });
          } else await new Promise((resolve) => setTimeout(resolve, 0));
        }
        // Whoever is left gets consent until nobody asks any more.
        await until(() => {
          for (const { id } of questions()) if (!answered.has(id)) answerOne(id, { result: yes });
          return server.counts().inFlight === 0 && server.counts().running === 0;
        });
        expect(server.counts()).toEqual({ inFlight: 0, queued: 0, running: 0, abandonedTotal: 0 });
        for (const id of calls) {
          const answers = session.frames.filter((frame) => frame.id === id && frame.method === undefined).length;
          // A cancel may have come after the answer.
          expect(cancelled.has(id) ? [0, 1] : [1], `answers of ${id}`).toContain(answers);
        }
        const back = takenBack(session.frames);
        expect(new Set(back).size).toBe(back.length);
        session.close();
      }),
      { numRuns: 150 },
    );
  },
);
