import { once } from 'node:events';
import { createServer as createHttpServer, request, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, createServer, initMCPFusion, step, type LogRecord, type ToolDefinition } from '@mcpfusion/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bothEras, type Play } from '../lib/play.js';

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
});
