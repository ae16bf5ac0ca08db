import { setTimeout as sleep } from 'node:timers/promises';
import { ask, createServer, initMCPFusion, progress, step, type Server } from '@mcpfusion/core';
import { describe, expect, it } from 'vitest';
import { rawRetries, stateOf } from '../lib/raw-retry.js';
import { until } from '../lib/until.js';

const f = initMCPFusion();
const fields = { ok: ask.boolean() };
const accept = { action: 'accept', content: { ok: true } };

/** Asks, answers, and is cancelled when the handler runs again and `isThere`. */
async function cancelInSecondRound(server: Server, name: string, isThere: () => boolean): Promise<void> {
  const call = rawRetries(server);
  const requestState = await stateOf(call, name, {});
  const over = new AbortController();
  const params = { requestState, inputResponses: { 'ask-1': accept } };
  const answered = call(name, {}, { signal: over.signal, params }).catch(() => undefined);
  await until(isThere);
  over.abort();
  await answered;
  await until(() => server.counts().running === 0);
}

describe('2026-07-28: a call that is cancelled before it has come as far as it was', () => {
  it('stops at its next yield, and cleans up', async () => {
    const ran: string[] = [];
    let polls = 0;
    let rounds = 0;
    const tool = f
      .mutation('poll')
      .interactive()
      .handle(async function* () {
        const isFirst = ++rounds === 1;
        try {
          yield* step('create', () => void ran.push('create'));
          for (let number = 0; isFirst ? number < 3 : true; number++) {
            await sleep(1);
            polls++;
            yield progress(number);
          }
          yield* ask.form('Sure?', fields);
          return 'never';
        } finally {
          yield* step('remove', () => void ran.push('remove'), { cleansUp: true });
        }
      });
    const server = createServer({ name: 'test', version: '1', log: false, tools: [tool] });
    await cancelInSecondRound(server, 'poll', () => polls > 5);
    expect(ran).toEqual(['create', 'remove']);
    expect(server.counts().abandonedTotal).toBe(0);
  });

  it('does not take a clean-up step for the step of the same name that comes next in its body', async () => {
    const ran: string[] = [];
    let isWaiting = false;
    let rounds = 0;
    const tool = f
      .mutation('status')
      .interactive()
      .handle(async function* (_input, ctx) {
        rounds++;
        try {
          yield* step('create', () => void ran.push('create'));
          if (rounds === 2) {
            isWaiting = true;
            await sleep(60_000, undefined, { signal: ctx.signal });
          }
          yield* step('set status', () => void ran.push('busy'));
          yield* ask.form('Sure?', fields);
          return 'never';
        } finally {
          yield* step('set status', () => void ran.push('idle'), { cleansUp: true });
        }
      });
    const server = createServer({ name: 'test', version: '1', log: false, tools: [tool] });
    await cancelInSecondRound(server, 'status', () => isWaiting);
    expect(ran).toEqual(['create', 'busy', 'idle']);
  });
});
