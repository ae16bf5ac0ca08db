import { request } from 'node:http';
import { textOf } from '@mcpfusion/client';
import { serveHttp } from '@mcpfusion/core/node';
import { metaKeys } from '@mcpfusion/protocol';
import { createFixtureServer, eventsOf, has, onEveryWire, outcomeOf } from '@mcpfusion/testing';
import { expect, it } from 'vitest';

const mebibyte = 1024 * 1024;

onEveryWire(
  'A4, C4: a handler that yields in a tight loop is cancelled, holds nobody up and fills no memory',
  async (wire) => {
    const before = await wire.probe();
    const controller = new AbortController();
    let reports = 0;
    const options = { signal: controller.signal, onProgress: () => reports++ };
    const spinning = outcomeOf(wire.callTool('spin', {}, options));
    await wire.probeUntil(({ spins }) => spins > 100_000);
    const calledAtMs = performance.now();
    expect(textOf(await wire.callTool('echo', { text: 'let me through' }))).toBe('let me through');
    expect(performance.now() - calledAtMs).toBeLessThan(3_000);
    const cancelledAtMs = performance.now();
    controller.abort('enough');
    expect(await spinning).toBe('given up');
    const after = await wire.probeUntil(has('spin', 'finally'));
    expect(performance.now() - cancelledAtMs).toBeLessThan(5_000);
    expect(eventsOf(after, 'spin').map(({ what }) => what)).toEqual(['started', 'aborted', 'finally']);
    expect(reports).toBeGreaterThan(0);
    expect(after.heapUsedBytes - before.heapUsedBytes).toBeLessThan(150 * mebibyte);
  },
  { transports: ['stdio', 'http'], timeoutMs: 60_000 },
);

it('C4: a reader that does not read costs the server no memory', { timeout: 60_000 }, async () => {
  const { server, probe } = createFixtureServer();
  const { url } = await serveHttp(server, { port: 0 });
  const heapBefore = process.memoryUsage().heapUsed;
  const _meta = {
    [metaKeys.protocolVersion]: '2026-07-28',
    [metaKeys.clientCapabilities]: {},
    progressToken: 'unread',
  };
  const post = request(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'spin',
    },
  });
  // Without a listener for its data the answer stays in the sockets, and then in the server.
  post.on('response', () => {});
  post.on('error', () => {});
  post.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'spin', _meta } }));
  await expect.poll(() => probe.spins, { timeout: 40_000 }).toBeGreaterThan(2_000_000);
  expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(150 * mebibyte);
  expect(process.memoryUsage().external).toBeLessThan(150 * mebibyte);
  post.destroy();
  await expect.poll(() => probe.events.map(({ what }) => what)).toEqual(['started', 'aborted', 'finally']);
  await server.close({ drainMs: 0 });
});
