import { setTimeout as sleep } from 'node:timers/promises';
import { ask, createServer, initMCPFusion, step } from '@mcpfusion/core';
import { describe, expect, it } from 'vitest';
import { everyCapability } from '../lib/raw-frames.js';
import { openSession } from '../lib/raw-session.js';
import { until } from '../lib/until.js';

const f = initMCPFusion();

describe('a finally that tries its undo until it works', () => {
  it.each([
    ['with I/O, left at a question', 'ask', 5],
    ['at once, left at a question', 'ask', 0],
    ['at once, stopped in a wait of its own', 'wait', 0],
  ] as const)('is given up after the grace period, and stops nobody else: fails %s', async (_how, where, ms) => {
    let tries = 0;
    const undo = async (): Promise<void> => {
      tries++;
      if (ms > 0) await sleep(ms);
      throw new Error('the service is down');
    };
    let isThere = false;
    const tool = f
      .mutation('stubborn')
      .interactive()
      .handle(async function* (_input, ctx) {
        try {
          yield* step('create', () => 1);
          isThere = true;
          if (where === 'wait') await sleep(60_000, undefined, { signal: ctx.signal });
          yield* ask.form('Sure?', { ok: ask.boolean() });
          return 'never';
        } finally {
          for (let isDone = false; !isDone;) {
            try {
              yield* step('undo', undo, { cleansUp: true });
              isDone = true;
            } catch {
              // Once more.
            }
          }
        }
      });
    const server = createServer({ name: 'test', version: '1', log: false, graceMs: 50, tools: [tool] });
    const session = await openSession(server, everyCapability);
    void session.begin(1, 'stubborn');
    await (where === 'ask' ? session.question() : until(() => isThere));
    session.send({ method: 'notifications/cancelled', params: { requestId: 1 } });
    await until(() => server.counts().abandonedTotal === 1);
    expect(tries).toBeGreaterThan(0);
    // It does not go on for ever either.
    let before = -1;
    await until(() => {
      const isStill = before === tries;
      before = tries;
      return isStill;
    });
    expect(server.counts()).toMatchObject({ inFlight: 0, queued: 0, running: 0 });
  });
});
