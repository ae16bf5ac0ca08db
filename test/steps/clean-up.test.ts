import { setTimeout as sleep } from 'node:timers/promises';
import { ask, createServer, initMCPFusion, step } from '@mcpfusion/core';
import { describe, expect, it } from 'vitest';
import { everyCapability } from '../lib/raw-frames.js';
import { rawRetries } from '../lib/raw-retry.js';
import { openSession } from '../lib/raw-session.js';
import { until } from '../lib/until.js';
import { createGate, turn, turns } from './lib/gate.js';

const f = initMCPFusion();
const fields = { ok: ask.boolean() };
const yes = { action: 'accept', content: { ok: true } };

type Tool = Parameters<typeof createServer>[0]['tools'][number];
const serve = (tool: Tool, options: { graceMs?: number } = {}) =>
  createServer({ name: 'test', version: '1', log: false, development: false, tools: [tool], ...options });

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
  await turns();
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

describe('clean-up steps', () => {
  it('do not begin when their call was given up, though nobody else holds the key by then', async () => {
    const seen: string[] = [];
    const released = createGate();
    const ended = createGate();
    const tool = f
      .mutation('provision')
      .withString('who')
      .interactive()
      .handle(async function* ({ who }) {
        if (who === 'second') {
          seen.push('second begins');
          return who;
        }
        try {
          yield* ask.form('Sure?', fields);
          return 'never';
        } finally {
          await released.passed;
          try {
            yield* step('undo', () => void seen.push('undone'));
          } catch (error) {
            seen.push(`not undone: ${(error as { code: string }).code}`);
          }
          ended.open();
        }
      });
    const server = serve(tool, { graceMs: 20 });
    const session = await openSession(server, everyCapability);
    void session.begin(1, 'provision', { who: 'first' });
    await session.question();
    session.send({ method: 'notifications/cancelled', params: { requestId: 1 } });
    while (server.counts().abandonedTotal === 0) await sleep(5);
    released.open();
    await ended.passed;
    expect(seen).toEqual(['not undone: TIMEOUT']);
    await session.begin(2, 'provision', { who: 'second' });
    expect(seen).toEqual(['not undone: TIMEOUT', 'second begins']);
    expect(server.counts()).toEqual({ inFlight: 0, queued: 0, running: 0, abandonedTotal: 1 });
  });

  it('are as many as there are', async () => {
    let undone = 0;
    const tool = f
      .mutation('many')
      .interactive()
      .handle(async function* () {
        try {
          yield* ask.form('Sure?', fields);
          return 'never';
        } finally {
          for (let number = 0; number < 1_500; number++) yield* step('undo', () => void undone++);
        }
      });
    const server = serve(tool);
    const session = await openSession(server, everyCapability);
    void session.begin(1, 'many');
    await session.question();
    session.send({ method: 'notifications/cancelled', params: { requestId: 1 } });
    await until(() => server.counts().running === 0 && undone > 0);
    await until(() => server.counts().inFlight === 0);
    expect(undone).toBe(1_500);
  });
});

describe('2026-07-28: a call that is cancelled while it catches up', () => {
  it('finds in finally all that was done, and its clean-up steps are steps of their own, whatever their names', async () => {
    const ran: string[] = [];
    const keys = new Set<string>();
    const note = (name: string, what = name) =>
      step(name, (_signal, { idempotencyKey }) => {
        ran.push(what);
        keys.add(idempotencyKey);
      });
    const caughtUp = createGate();
    let isLast = false;
    const tool = f
      .mutation('provision')
      .interactive()
      .handle(async function* () {
        yield* note('create');
        let isCharged = false;
        try {
          if (isLast) await caughtUp.passed;
          yield* ask.form('one', fields);
          yield* note('save');
          yield* note('charge');
          isCharged = true;
          yield* ask.form('two', fields);
          ran.push('went on');
          return 'never';
        } finally {
          yield* note('save', 'save the end');
          if (isCharged) yield* note('give back');
        }
      });
    const server = serve(tool);
    const call = rawRetries(server);
    let { result } = await call('provision');
    const retry = (key: string) => ({ requestState: result?.requestState, inputResponses: { [key]: yes } });
    ({ result } = await call('provision', {}, { params: retry('ask-1') }));
    isLast = true;
    const client = new AbortController();
    const last = call('provision', {}, { params: retry('ask-2'), signal: client.signal }).catch(() => {});
    await until(() => server.counts().running === 1);
    await turns();
    client.abort();
    await turn();
    caughtUp.open();
    await last;
    await until(() => server.counts().running === 0);
    expect(ran).toEqual(['create', 'save', 'charge', 'save the end', 'give back']);
    expect(keys.size).toBe(5);
  });
});
