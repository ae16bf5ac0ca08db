import { ask, createServer, initMCPFusion, step } from '@mcpfusion/core';
import { describe, expect, it } from 'vitest';
import { endOf, everyCapability } from '../lib/raw-frames.js';
import { openSession } from '../lib/raw-session.js';
import { until } from '../lib/until.js';
import { createGate, turns } from './lib/gate.js';

const f = initMCPFusion();
const fields = { ok: ask.boolean() };
const yes = { action: 'accept', content: { ok: true } };

type Tool = Parameters<typeof createServer>[0]['tools'][number];
const serve = (tool: Tool) =>
  createServer({ name: 'test', version: '1', log: false, development: false, tools: [tool] });

describe('slot and key of a step, 2025-11-25', () => {
  it('are kept from its begin to its end though a call beside it asks', async () => {
    const seen: string[] = [];
    const { passed, open } = createGate();
    const confirm = f
      .query('confirm')
      .interactive()
      .handle(async function* () {
        yield* ask.form('Sure?', fields);
        return true;
      });
    const charge = f
      .mutation('charge')
      .withString('who')
      .interactive()
      .handle(async function* ({ who }, ctx) {
        const asking = who === 'first' ? ctx.call(confirm, {}) : undefined;
        yield* step('charge', async () => {
          seen.push(`${who} charges`);
          if (who === 'first') await passed;
          seen.push(`${who} charged`);
        });
        await asking;
        return who;
      });
    const server = serve(charge);
    const session = await openSession(server, everyCapability);
    const first = session.begin(1, 'charge', { who: 'first' });
    const second = session.begin(2, 'charge', { who: 'second' });
    const { id } = await session.question();
    await turns();
    expect(seen).toEqual(['first charges']);
    open();
    // Then the key rests while the person thinks.
    expect(endOf(await second)).toBe('complete: second');
    session.answer(id, yes);
    expect(endOf(await first)).toBe('complete: first');
    expect(seen).toEqual(['first charges', 'first charged', 'second charges', 'second charged']);
    expect(server.counts()).toEqual({ inFlight: 0, queued: 0, running: 0, abandonedTotal: 0 });
  });

  it('are kept by a step in finally though a call that the handler no longer waits for comes to ask', async () => {
    const seen: string[] = [];
    const declined = createGate();
    const undoing = createGate();
    const confirm = (of: string) =>
      f
        .mutation(of)
        .interactive()
        .handle(async function* () {
          // Its question comes while the step below runs.
          if (of === 'late') await declined.passed;
          yield* ask.form(of, fields);
          return true;
        });
    const [early, late] = [confirm('early'), confirm('late')];
    const order = f
      .mutation('order')
      .withString('who')
      .interactive()
      .handle(async function* ({ who }, ctx) {
        if (who === 'second') {
          seen.push('second charges');
          return who;
        }
        try {
          await Promise.all([ctx.call(early, {}), ctx.call(late, {})]);
          return 'never';
        } finally {
          yield* step('undo', async () => {
            seen.push('first undoes');
            declined.open();
            await undoing.passed;
            seen.push('first undone');
          });
        }
      });
    const server = serve(order);
    const session = await openSession(server, everyCapability);
    const first = session.begin(1, 'order', { who: 'first' });
    session.answer((await session.question()).id, { action: 'decline' });
    await until(() => seen.includes('first undoes'));
    const second = session.begin(2, 'order', { who: 'second' });
    await session.question(2);
    await turns();
    expect(seen).toEqual(['first undoes']);
    undoing.open();
    expect(endOf(await first)).toBe('INPUT_DECLINED');
    expect(endOf(await second)).toBe('complete: second');
    expect(seen).toEqual(['first undoes', 'first undone', 'second charges']);
  });

  it('are needed: when middleware has answered while the handler asked, it does not go on', async () => {
    const seen: string[] = [];
    const { passed, open } = createGate();
    const hasty = f.middleware(async ({ next }) => {
      const running = next();
      return Promise.race([running, passed.then(() => ({ value: 'answered without it' }))]);
    });
    const tool = f
      .mutation('hasty')
      .use(hasty)
      .interactive()
      .handle(async function* () {
        try {
          yield* ask.form('Sure?', fields);
          yield* step('charge', () => void seen.push('charged'));
          return 'charged';
        } finally {
          seen.push('left');
        }
      });
    const server = serve(tool);
    const session = await openSession(server, everyCapability);
    const first = session.begin(1, 'hasty');
    const { id } = await session.question();
    open();
    expect(endOf(await first)).toBe('complete: answered without it');
    session.answer(id, yes);
    await until(() => server.counts().running === 0);
    expect(seen).toEqual(['left']);
  });
});
