import { setTimeout as sleep } from 'node:timers/promises';
import { ask, createServer, initMCPFusion, step, type CallContext } from '@mcpfusion/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { bothEras } from '../lib/play.js';
import { createGate, turns } from './lib/gate.js';

const f = initMCPFusion();
const fields = { ok: ask.boolean() };
const yes = () => ({ action: 'accept', content: { ok: true } });
const done: string[] = [];
beforeEach(() => void (done.length = 0));

const confirm = f
  .mutation('confirm')
  .interactive()
  .handle(async function* () {
    return (yield* ask.form('Sure?', fields)).ok;
  });
const pay = f
  .mutation('pay')
  .withNumber('n')
  .handle(async ({ n }) => {
    await turns(3);
    done.push(`paid ${n}`);
    return n;
  });

type Tool = Parameters<typeof createServer>[0]['tools'][number];
const serve = (tool: Tool) =>
  createServer({ name: 'test', version: '1', log: false, development: false, tools: [tool] });

async function payAll(ctx: CallContext): Promise<void> {
  for (const n of [1, 2, 3]) await ctx.call(pay, { n });
}

/** `beside` runs while the step does: in each round it begins a little later than that. */
function besideStep(beside: (ctx: CallContext) => Promise<unknown>): Tool {
  return f
    .action('outer')
    .interactive()
    .handle(async function* (_input, ctx) {
      const calling = turns(3).then(() => beside(ctx));
      calling.catch(() => {});
      yield* step('charge', async () => {
        await turns();
        done.push('charged');
      });
      await calling;
      yield* ask.form('Go on?', fields);
      return 'over';
    });
}

describe.each(bothEras)('calls belong where they are made, %s', (_era, play) => {
  it('a step is done once though a call that begins beside it asks', async () => {
    const outer = besideStep((ctx) => ctx.call(confirm, {}));
    expect(await play(serve(outer), 'outer', yes)).toBe('complete: over');
    expect(done).toEqual(['charged']);
  });

  it('a mutation that begins beside a step is made once, though the step is not run again', async () => {
    const outer = besideStep((ctx) => ctx.call(pay, { n: 1 }));
    expect(await play(serve(outer), 'outer', yes)).toBe('complete: over');
    expect(done).toEqual(['paid 1', 'charged']);
  });

  it('mutations of which some begin beside a step, and some before and after it, are made once each', async () => {
    const outer = f
      .action('outer')
      .interactive()
      .handle(async function* (_input, ctx) {
        const paying = payAll(ctx);
        yield* step('wait', () => turns(6));
        await paying;
        yield* ask.form('Go on?', fields);
        return 'over';
      });
    expect(await play(serve(outer), 'outer', yes)).toBe('complete: over');
    expect(done).toEqual(['paid 1', 'paid 2', 'paid 3']);
  });

  it('a ctx.call of a step that has ended is SETUP, and the step beside which it came is done once', async () => {
    const outer = f
      .action('outer')
      .interactive()
      .handle(async function* (_input, ctx) {
        const { passed, open } = createGate();
        let calling: Promise<unknown> = passed;
        yield* step('start', () => {
          calling = passed.then(() => ctx.call(confirm, {})).catch(({ code }) => done.push(`late: ${code}`));
        });
        yield* step('slow', async () => {
          open();
          await turns();
          done.push('slow');
        });
        await calling;
        return 'over';
      });
    expect(await play(serve(outer), 'outer', yes)).toBe('complete: over');
    expect(done).toEqual(['late: SETUP', 'slow']);
  });

  it('a mutation that runs beside the own question is waited for before the call is left, and made once', async () => {
    let begun = 0;
    const slow = f.mutation('slow').handle(async () => {
      begun++;
      await sleep(50);
      done.push('paid');
      return 1;
    });
    const outer = f
      .action('outer')
      .interactive()
      .handle(async function* (_input, ctx) {
        const paying = ctx.call(slow, {});
        yield* ask.form('Sure?', fields);
        return `over ${await paying}`;
      });
    expect(await play(serve(outer), 'outer', yes)).toBe('complete: over 1');
    expect([begun, done]).toEqual([1, ['paid']]);
  });
});
