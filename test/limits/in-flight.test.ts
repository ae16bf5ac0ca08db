import type { Client } from '@mcpfusion/client';
import { outcomeOf } from '@mcpfusion/testing';
import { connect as connectSocket, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { connectHttp, eras, openClient, serveFixture, wires } from './open.js';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Resolves when the handler holds. */
async function hold(client: Client, tag: string) {
  const controller = new AbortController();
  let holds = (): void => {};
  const isHeld = new Promise<void>((resolve) => (holds = resolve));
  const outcome = outcomeOf(client.callTool('hold', { tag }, { signal: controller.signal, onProgress: () => holds() }));
  await isHeld;
  return { outcome, cancel: () => controller.abort() };
}

const busy = { code: -32603, message: 'Too many requests.', data: { code: 'SERVER_BUSY' } };

describe.each(wires)('maxInFlight in $era over $transport', (wire) => {
  it('refuses one more request at once, and a cancel makes room', async () => {
    const client = await openClient(wire, { maxInFlight: 2 });
    const first = await hold(client, 'first');
    const second = await hold(client, 'second');
    await expect(client.callTool('echo', { text: 'x' })).rejects.toMatchObject(busy);
    await expect(client.request('tools/list')).rejects.toMatchObject(busy);
    first.cancel();
    expect(await first.outcome).toBe('given up');
    // A cancel has no answer that one could wait for.
    await expect.poll(() => outcomeOf(client.callTool('release', { gate: 'second' })), { interval: 5 }).toBe('open');
    expect(await second.outcome).toBe('second done');
  });
});

describe.each(eras)('maxInFlight of an HTTP endpoint in %s', (era) => {
  it('counts all its clients, answers 503 with Retry-After, and tells the log of the server once', async () => {
    const served = await serveFixture({ maxInFlight: 1 });
    const one = await connectHttp(served.url, era);
    const other = await connectHttp(served.url, era);
    const held = await hold(one, 'held');
    for (let attempt = 0; attempt < 3; attempt++)
      await expect(other.callTool('echo', { text: 'x' })).rejects.toMatchObject(busy);
    const answers = other.frames.flatMap(({ direction, http: part }) => (direction === 'in' && part ? [part] : []));
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.map(({ headers }) => headers['retry-after'])).toEqual(['1', '1', '1']);
    expect(served.records).toMatchObject([{ level: 'warning', data: { limit: 'maxInFlight', refused: 1 } }]);
    served.fixture.gates.open('held');
    expect(await held.outcome).toBe('held done');
    expect(await outcomeOf(other.callTool('echo', { text: 'x' }))).toBe('x');
  });

  it('counts bodies that are being read: slow ones cannot pile up', async () => {
    const served = await serveFixture({ maxInFlight: 2 });
    const client = await connectHttp(served.url, era);
    const slow = [postSlowly(served.url), postSlowly(served.url)];
    // Nothing tells when the second has been seen.
    await expect.poll(() => outcomeOf(client.callTool('echo', { text: 'x' })), { interval: 5 }).toBe('given up');
    await expect(client.callTool('echo', { text: 'x' })).rejects.toMatchObject({ status: 503, error: busy });
    for (const { finish } of slow) expect(await finish()).toContain('"x"');
    expect(await outcomeOf(client.callTool('echo', { text: 'x' }))).toBe('x');
  });
});

it('bodies that are being read count together with calls that run', async () => {
  const served = await serveFixture({ maxInFlight: 2 });
  const client = await connectHttp(served.url, '2026-07-28');
  const held = await hold(client, 'held');
  const slow = postSlowly(served.url);
  // Nothing tells when the slow one has been seen.
  await expect.poll(() => outcomeOf(client.callTool('echo', { text: 'x' })), { interval: 5 }).toBe('given up');
  expect(await slow.finish()).toContain('"x"');
  expect(await outcomeOf(client.callTool('release', { gate: 'held' }))).toBe('open');
  expect(await held.outcome).toBe('held done');
});

/** POSTs a call but for the last byte of its body. */
function postSlowly(url: string): { readonly finish: () => Promise<string> } {
  const { host, hostname, port, pathname } = new URL(url);
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name: 'echo', arguments: { text: 'x' }, _meta };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `host: ${host}`,
    'content-type: application/json',
    'accept: application/json, text/event-stream',
    'mcp-protocol-version: 2026-07-28',
    'mcp-method: tools/call',
    'mcp-name: echo',
    `content-length: ${body.length}`,
  ];
  const socket = connectSocket(Number(port), hostname);
  sockets.push(socket);
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`);
  return {
    finish: async () => {
      socket.write(body.slice(-1));
      return new Promise((resolve) => socket.once('data', (bytes) => resolve(bytes.toString())));
    },
  };
}
