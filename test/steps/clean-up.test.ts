import { ask, createServer, initMCPFusion, step } from '@mcpfusion/core';
import { describe, expect, it } from 'vitest';
import { everyCapability } from '../lib/raw-frames.js';
import { openSession } from '../lib/raw-session.js';

const f = initMCPFusion();
const fields = { ok: ask.boolean() };
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Two calls of one mutation: the first asks, the second runs meanwhile. The first is cancelled. */
async function cancelWhileAnotherRuns(graceMs: number) {
  const seen: string[] = [];
  let letGo!: () => void;
  const second = new Promise<void>((resolve) => (letGo = resolve));
  const tool = f
    .mutation('provision')
    .withString('who')
    .interactive()
    .handle(async function* ({ who }) {
      if (who === 'second') {
        seen.push('second begins');
        await second;
        seen.push('second ends');
        return 'done';
      }
      try {
        yield* ask.form('Sure?', fields);
        return 'never';
      } finally {
        seen.push('released');
        yield* step('undo', (signal) => void seen.push(`undone, ${signal.aborted ? 'too late' : 'in time'}`));
      }
    });
  const server = createServer({ name: 'test', version: '1', log: false, graceMs, tools: [tool] });
  const session = await openSession(server, everyCapability);
  void session.begin(1, 'provision', { who: 'first' });
  await session.question(1);
  void session.begin(2, 'provision', { who: 'second' });
  while (!seen.includes('second begins')) await turn();
  session.send({ method: 'notifications/cancelled', params: { requestId: 1 } });
  while (!seen.includes('released')) await turn();
  for (let turns = 0; turns < 20; turns++) await turn();
  return { seen, letGo, server };
}

describe('clean-up of a call that was cancelled while it asked', () => {
  it('releases at once, and its steps wait for the key like anybody', async () => {
    const { seen, letGo, server } = await cancelWhileAnotherRuns(5_000);
    expect(seen).toEqual(['second begins', 'released']);
    letGo();
    while (server.counts().running > 0) await turn();
    expect(seen).toEqual(['second begins', 'released', 'second ends', 'undone, in time']);
    expect(server.counts()).toEqual({ inFlight: 0, queued: 0, running: 0, abandonedTotal: 0 });
  });

  it('is given up after the grace period, and then nothing of it runs beside another call', async () => {
    const { seen, letGo, server } = await cancelWhileAnotherRuns(30);
    while (server.counts().abandonedTotal === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(server.counts().queued).toBe(0);
    letGo();
    while (server.counts().running > 0) await turn();
    expect(seen).toEqual(['second begins', 'released', 'second ends']);
  });
});
