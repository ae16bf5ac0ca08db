import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '../handler/log.js';
import { createServer, type Server } from '../server/server.js';
import { initMCPFusion } from '../tool/fusion.js';
import type { EndpointOptions } from './endpoint-options.js';
import { toFetchHandler } from './fetch-handler.js';
import type { HttpReply } from './http-io.js';
import { HttpOutlet } from './http-outlet.js';

const f = initMCPFusion();
let end: () => void = () => {};
let report: (progress: number) => void = () => {};
const quiet = f.query('quiet').handle(async (_input, ctx) => {
  report = (progress) => ctx.progress({ progress });
  await new Promise<void>((resolve) => (end = resolve));
  return 'done';
});

let server: Server;
beforeEach(() => {
  vi.useFakeTimers();
  server = createServer({ name: 'test', version: '1', log: false, tools: [quiet] });
});
afterEach(() => void vi.useRealTimers());

const version = '2026-07-28';

/** Calls, and gives what has come so far. */
async function open(options: EndpointOptions): Promise<() => string> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
    progressToken: 1,
  };
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'mcp-protocol-version': version,
      'mcp-method': 'tools/call',
      'mcp-name': 'quiet',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'quiet', _meta } }),
  });
  const answer = toFetchHandler(server, { openAfterMs: 1_000, ...options })(request);
  await vi.advanceTimersByTimeAsync(1_000);
  const reader = ((await answer).body as ReadableStream<Uint8Array>).getReader();
  let text = '';
  const read = async (): Promise<void> => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += new TextDecoder().decode(value);
    }
  };
  void read();
  return () => text;
}

it('an open stream that is quiet gets a comment each 15 s, until its answer', async () => {
  const received = await open({});
  await vi.advanceTimersByTimeAsync(14_990);
  expect(received()).toBe('');
  await vi.advanceTimersByTimeAsync(20);
  expect(received()).toBe(':\n\n');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(received()).toBe(':\n\n'.repeat(3));
  end();
  await vi.advanceTimersByTimeAsync(1);
  expect(received()).toContain('"done"');
  expect(vi.getTimerCount()).toBe(0);
});

it('one that is not quiet gets none', async () => {
  const received = await open({ keepAliveMs: 1_000 });
  for (let step = 1; step <= 5; step++) {
    await vi.advanceTimersByTimeAsync(900);
    report(step);
  }
  await vi.advanceTimersByTimeAsync(900);
  expect(received()).toContain('"progress":5');
  expect(received()).not.toContain(':\n\n:');
  expect(received().startsWith('event')).toBe(true);
  expect(received()).not.toMatch(/^:$/m);
  end();
  await vi.advanceTimersByTimeAsync(1);
});

it.each([0, Number.POSITIVE_INFINITY, 2 ** 40])('none comes with keepAliveMs %d', async (keepAliveMs) => {
  const received = await open({ keepAliveMs });
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(received()).toBe('');
  expect(vi.getTimerCount()).toBe(0);
  end();
  await vi.advanceTimersByTimeAsync(1);
});

it('none goes to a client that does not read, until it does', async () => {
  const written: string[] = [];
  let drain = (): void => {};
  const reply: HttpReply = {
    isStarted: true,
    isGone: false,
    unsentBytes: 0,
    start: () => {},
    // As a socket whose other end has stopped reading.
    write: (text) => written.push(text) === 0,
    end: () => {},
    destroy: () => {},
    whenDrained: (callback) => (drain = callback),
    tellGone: () => {},
  };
  const settings = { openAfterMs: 0, keepAliveMs: 1_000, maxUnsentBytes: 1_000_000, log: createLog('test', []) };
  const outlet = new HttpOutlet({ reply, settings, canStream: true, opening: undefined });
  outlet.notify('{}', 'notifications/progress');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(written).toHaveLength(1);
  drain();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(written).toEqual([expect.stringContaining('{}'), ':\n\n']);
  outlet.abandon();
  expect(vi.getTimerCount()).toBe(0);
});
