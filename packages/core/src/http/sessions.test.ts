import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LogRecord } from '../handler/log.js';
import { createServer } from '../server/server.js';
import { initMCPFusion } from '../tool/fusion.js';
import { toFetchHandler, type FetchHandler } from './fetch-handler.js';

const f = initMCPFusion();
let end: () => void = () => {};
const hold = f.query('hold').handle(async () => {
  await new Promise<void>((resolve) => (end = resolve));
  return 'held';
});

const idleMs = 60_000;
let handle: FetchHandler;
let warnings: unknown[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  warnings = [];
  const log = ({ data }: LogRecord): void => void warnings.push(data);
  const server = createServer({ name: 'test', version: '1', log, tools: [hold] });
  handle = toFetchHandler(server, { sessionIdleMs: idleMs, maxSessions: 1 });
});
afterEach(() => void vi.useRealTimers());

async function send(method: string, params: object, session?: string): Promise<Response> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (session !== undefined) headers['mcp-session-id'] = session;
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return handle(new Request('http://localhost/mcp', { method: 'POST', headers, body }));
}

const opening = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } };
const open = async (): Promise<string> => (await send('initialize', opening)).headers.get('mcp-session-id') as string;

it('a session with an open call does not expire, and its time begins anew when the call ends', async () => {
  const session = await open();
  const answer = send('tools/call', { name: 'hold' }, session);
  await vi.advanceTimersByTimeAsync(10 * idleMs);
  // Somebody else makes the endpoint look for those that have expired.
  expect((await send('initialize', opening)).status).toBe(503);
  end();
  expect((await answer).status).toBe(200);
  await vi.advanceTimersByTimeAsync(idleMs - 1);
  expect((await send('ping', {}, session)).status).toBe(200);
  await vi.advanceTimersByTimeAsync(idleMs);
  expect((await send('ping', {}, session)).status).toBe(404);
});

it('one that is too many (maxSessions) is refused for now, and a flood is told at most once a minute', async () => {
  await open();
  const refused = await send('initialize', opening);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await refused.json()).toMatchObject({ id: 1, error: { data: { code: 'SERVER_BUSY' } } });
  for (let attempt = 0; attempt < 9; attempt++) await send('initialize', opening);
  expect(warnings).toEqual([{ limit: 'maxSessions', refused: 1 }]);
  await vi.advanceTimersByTimeAsync(idleMs - 1);
  await send('initialize', opening);
  expect(warnings).toHaveLength(1);
});
