import { textOf } from '@mcpfusion/client';
import { connect as connectSocket, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { connectHttp, eras, serveFixture } from './open.js';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const requestTimeoutMs = 300;

/** Sends `head`, then a byte now and then; gives all that came until the connection was closed. */
async function trickle(url: string, head: string): Promise<string> {
  const socket = connectSocket(Number(new URL(url).port), '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.setEncoding('utf8').on('data', (piece) => (text += piece.toString()));
  socket.on('error', () => {});
  socket.write(head);
  const timer = setInterval(() => socket.write('x'), 20);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(timer);
  return text;
}

const headOf = (url: string): string =>
  `POST /mcp HTTP/1.1\r\nhost: ${new URL(url).host}\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n\r\n`;

describe('requestTimeoutMs', () => {
  it.each([
    ['a body that trickles', headOf],
    ['headers that trickle', () => 'POST /mcp HTTP/1.1\r\nhost: '],
  ])('ends %s with 408, and the connection', async (_what, head) => {
    const served = await serveFixture({ requestTimeoutMs });
    const startedAtMs = performance.now();
    expect(await trickle(served.url, head(served.url))).toMatch(/^HTTP\/1\.1 408 /);
    // A tenth late at most, and what a busy machine adds; Node by itself looks every 30 s.
    expect(performance.now() - startedAtMs).toBeLessThan(2_500);
    expect(served.fixture.server.counts()).toMatchObject({ inFlight: 0, running: 0 });
    expect(served.records).toEqual([]);
  });

  it('ends a connection on which nothing ever comes', async () => {
    const served = await serveFixture({ requestTimeoutMs });
    const socket = connectSocket(Number(new URL(served.url).port), '127.0.0.1');
    sockets.push(socket);
    let text = '';
    socket.setEncoding('utf8').on('data', (piece) => (text += piece.toString()));
    await new Promise((resolve) => socket.once('close', resolve));
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
  });

  it.each(eras)('leaves an answer its time in %s', async (era) => {
    const served = await serveFixture({ requestTimeoutMs });
    const client = await connectHttp(served.url, era);
    let holds = (): void => {};
    const isHeld = new Promise<void>((resolve) => (holds = resolve));
    const call = client.callTool('hold', { tag: 'long' }, { onProgress: () => holds() });
    await isHeld;
    // Whoever came later has been timed out: so could the call have been.
    await trickle(served.url, headOf(served.url));
    await trickle(served.url, headOf(served.url));
    served.fixture.gates.open('long');
    expect(textOf(await call)).toBe('long done');
  });

  it('of Infinity is none, and one that is none is refused', async () => {
    const served = await serveFixture({ requestTimeoutMs: Number.POSITIVE_INFINITY });
    const client = await connectHttp(served.url, '2026-07-28');
    expect(textOf(await client.callTool('echo', { text: 'x' }))).toBe('x');
    await expect(serveFixture({ requestTimeoutMs: 0 })).rejects.toThrow(
      'Expected requestTimeoutMs to be a whole number, 1 or more, got 0.',
    );
  });
});
