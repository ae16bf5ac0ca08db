import { Agent } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { encodeSse, sseComment } from '@mcpfusion/protocol';
import fc from 'fast-check';
import { HttpExchange } from '../../packages/client/src/http/exchange.js';
import { cutAt, cuts } from './pieces.js';
import { property, type Property } from './property.js';
import { countSent } from './sent.js';
import { must } from './violation.js';
import { turn } from './watch.js';

/** Texts that a careless reader breaks. */
const text = fc.string({
  unit: fc.constantFrom('a', 'ä', '€', '\u{1f600}', '\u2028', '\ufeff', '"', '\\', '\r', '\n', '\0'),
});

const message = text.map((said) =>
  JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { said } }),
);

interface Reply {
  readonly messages: readonly string[];
  readonly isStream: boolean;
  readonly lineEnd: string;
  /** Of the body, into chunks of HTTP. */
  readonly chunks: readonly number[];
  /** Of all bytes, into writes. */
  readonly points: readonly number[];
}

const reply: fc.Arbitrary<Reply> = fc.record({
  messages: fc.array(message, { minLength: 1, maxLength: 20 }),
  isStream: fc.boolean(),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  chunks: cuts,
  points: cuts,
});

function bytesOf({ messages, isStream, lineEnd, chunks }: Reply): Uint8Array {
  const events = messages.map((json) => encodeSse(json).replaceAll('\n', lineEnd)).join(sseComment);
  const body = Buffer.from(isStream ? events : (messages[0] ?? ''));
  const type = isStream ? 'text/event-stream' : 'application/json';
  const head = `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n`;
  const pieces = cutAt(body, chunks).filter(({ length }) => length > 0);
  const framed = pieces.flatMap((bytes) => [
    Buffer.from(`${bytes.length.toString(16)}\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([Buffer.from(head), ...framed, Buffer.from('0\r\n\r\n')]);
}

/** Says the same bytes to whoever connects, in pieces. */
async function speak(bytes: Uint8Array, points: readonly number[]): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.setNoDelay();
    socket.once('data', () => {
      void (async () => {
        for (const piece of cutAt(bytes, points)) {
          socket.write(piece);
          await turn();
        }
        socket.end();
      })();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** What our client has read of the reply. */
async function read(one: Reply): Promise<readonly string[]> {
  const server = await speak(bytesOf(one), one.points);
  const agent = new Agent();
  const frames: string[] = [];
  const { port } = server.address() as AddressInfo;
  const exchange = new HttpExchange({
    url: new URL(`http://127.0.0.1:${port}/mcp`),
    agent,
    streamId: 1,
    request: { body: '{}' },
    onFrame: ({ direction, raw, http }) => {
      if (direction === 'in' && http?.end === undefined) frames.push(raw);
    },
  });
  const end = await exchange.ended;
  agent.destroy();
  await new Promise((resolve) => server.close(resolve));
  must(end === 'complete', () => `it ended with ${String(end)}`);
  countSent('client', frames.length);
  return frames;
}

export const clientSplits: readonly Property[] = [
  property('random splits, the answers to our client over HTTP', 10, reply, async (one) => {
    const wanted = one.isStream ? one.messages : one.messages.slice(0, 1);
    const frames = await read(one);
    must(frames.join('\n') === wanted.join('\n'), () => `read ${JSON.stringify(frames)}`);
  }),
];
