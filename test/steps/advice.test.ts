import { once } from 'node:events';
import { createServer as createHttpServer, request, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { channel } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, createServer, initMCPFusion, step, type LogRecord, type ToolDefinition } from '@mcpfusion/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bothEras, type Play } from '../lib/play.js';
import { openSession } from '../lib/raw-session.js';
import { until } from '../lib/until.js';
import { createGate } from './lib/gate.js';

const f = initMCPFusion();
const fields = { ok: ask.boolean() };
const yes = () => ({ action: 'accept', content: { ok: true } });

let api: HttpServer;
let url: string;
beforeAll(async () => {
  api = createHttpServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1');
  await once(api, 'listening');
  url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
});
afterAll(() => void api.close());

/** Plays a tool twice, and gives the warnings about it. */
async function adviceFor(
  play: Play,
  tool: ToolDefinition<object, unknown, object>,
  development = true,
): Promise<LogRecord[]> {
  const records: LogRecord[] = [];
  const log = (record: LogRecord): void => void records.push(record);
  const server = createServer<object>({ name: 'test', version: '1', log, development, tools: [tool as never] });
  await play(server, tool.name, yes);
  await play(server, tool.name, yes);
  return records.filter(({ data }) => (data as { tool?: string } | undefined)?.tool === tool.name);
}

const slow = f
  .action('slow')
  .interactive()
  .handle(async function* () {
    await sleep(550);
    yield* ask.form('Sure?', fields);
    return 'done';
  });

const fetching = f
  .action('fetching')
  .interactive()
  .handle(async function* () {
    await fetch(`${url}/read?token=1`);
    await fetch(`${url}/write?token=1`, { method: 'POST' });
    const sent = request(`${url}/old`, { method: 'DELETE' }).end();
    await once(sent, 'response');
    yield* ask.form('Sure?', fields);
    return 'done';
  });

const careful = f
  .action('careful')
  .interactive()
  .handle(async function* () {
    yield* step('write', async () => {
      await fetch(`${url}/write`, { method: 'POST' });
      await sleep(550);
    });
    yield* ask.all({ one: ask.form('Sure?', fields) });
    await fetch(`${url}/write`, { method: 'POST' });
    return 'done';
  });

describe.each(bothEras)('in development, %s', (_era, play) => {
  it('long work before a question is told of once a tool, with the cure', async () => {
    expect(await adviceFor(play, slow)).toMatchObject([
      {
        level: 'warning',
        message: 'work before a question took long',
        data: { tool: 'slow', tookMs: expect.any(Number), cure: expect.stringContaining('yield* step(name, fn)') },
      },
    ]);
  });

  it('requests that change something are told of, without their query', async () => {
    expect(await adviceFor(play, fetching)).toMatchObject([
      {
        message: 'something was written before a question',
        data: { writes: [`POST ${url}/write`, expect.stringMatching(/^DELETE http:\/\/.*\/old$/)] },
      },
    ]);
  });

  it('work in a step, and after the last question, is as it should be', async () => {
    expect(await adviceFor(play, careful)).toEqual([]);
  });

  it('in production nothing is watched', async () => {
    expect(await adviceFor(play, fetching, false)).toEqual([]);
  });

  it('the time in which a person is asked is no work, whoever asks', async () => {
    const inner = f
      .action('inner')
      .interactive()
      .handle(async function* () {
        return (yield* ask.form('Sure?', fields)).ok;
      });
    const outer = f
      .action('outer')
      .interactive()
      .handle(async function* (_input, ctx) {
        await ctx.call(inner, {});
        yield* ask.form('Really?', fields);
        return 'done';
      });
    const slowly: Play = (server, name) =>
      play(server, name, () => {
        // The person is asked in the time of the client, which is ours.
        const endsAtMs = performance.now() + 550;
        while (performance.now() < endsAtMs);
        return yes();
      });
    expect(await adviceFor(slowly, outer)).toEqual([]);
  });
});

describe('in development', () => {
  const tidying = f
    .action('tidying')
    .interactive()
    .handle(async function* () {
      try {
        yield* ask.form('Sure?', fields);
        return 'done';
      } finally {
        await fetch(`${url}/env?token=1`, { method: 'DELETE' });
      }
    });

  it.each(bothEras)(
    '%s: a request in finally that changes something is told of where it is left',
    async (era, play) => {
      const told = {
        level: 'warning',
        message: 'something was written in a finally block',
        data: { writes: [`DELETE ${url}/env`], cure: expect.stringContaining('{ cleansUp: true }') },
      };
      expect(await adviceFor(play, tidying)).toMatchObject(era === '2026-07-28' ? [told] : []);
    },
  );

  it('a step that is not begun after a cancel is told of, with the cure', async () => {
    const records: LogRecord[] = [];
    const waiting = createGate();
    const going = createGate();
    const done: string[] = [];
    const tool = f
      .action('waits')
      .interactive()
      .handle(async function* () {
        try {
          waiting.open();
          await going.passed;
        } finally {
          yield* step('remove', () => void done.push('removed'), { cleansUp: true });
          yield* step('count', () => void done.push('counted'));
        }
        return 'never';
      });
    const log = (record: LogRecord): void => void records.push(record);
    const server = createServer({ name: 'test', version: '1', log, development: true, tools: [tool] });
    const session = await openSession(server);
    void session.begin(1, 'waits');
    await waiting.passed;
    session.send({ method: 'notifications/cancelled', params: { requestId: 1 } });
    going.open();
    await until(() => server.counts().running === 0);
    expect(done).toEqual(['removed']);
    expect(records.filter(({ message }) => message.startsWith('a step'))).toMatchObject([
      { level: 'warning', data: { tool: 'waits', step: 'count', cure: expect.stringContaining('{ cleansUp: true }') } },
    ]);
  });

  it('messages of other shapes on the channels of HTTP are nothing, whoever publishes them', async () => {
    const odd: unknown[] = [
      null,
      { nothing: 1 },
      { request: null },
      { request: { method: 7 } },
      {
        request: {
          get method(): string {
            throw new Error('hostile');
          },
        },
      },
      { request: { method: 'POST', origin: {}, path: Symbol('path') } },
    ];
    const uncaught: unknown[] = [];
    // Node throws what a subscriber throws again, later and outside of all: the process ends.
    const listener = (error: unknown): void => void uncaught.push(error);
    const publishing = f
      .action('publishing')
      .interactive()
      .handle(async function* () {
        for (const name of ['undici:request:create', 'http.client.request.start'])
          for (const message of odd) channel(name).publish(message);
        yield* ask.form('Sure?', fields);
        return 'done';
      });
    process.on('uncaughtException', listener);
    const [, session] = bothEras[0] as (typeof bothEras)[number];
    const told = await adviceFor(session, publishing);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('uncaughtException', listener);
    expect(uncaught).toEqual([]);
    expect(told).toMatchObject([{ data: { writes: ['POST //', 'POST //'] } }]);
  });
});
