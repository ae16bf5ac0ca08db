import { headerNames, type Era } from '@mcpfusion/protocol';
import { serveHttp, type HttpListener } from '@mcpfusion/core/node';
import fc from 'fast-check';
import { expectationOf } from './frames/expectation.js';
import { createFuzzServer } from './fuzz-server.js';
import { checkAnswer, type Answer } from './http/answer.js';
import { headersOf, post, type Post } from './http/post.js';
import { openingPost, probePost } from './probe.js';
import { parseResponses, RawConnection, requestBytes } from './http/raw.js';
import { concat, cutAt, cuts } from './pieces.js';
import { property, type Property } from './property.js';
import { countSent } from './sent.js';
import { watchServer } from './server-watch.js';
import { Stage } from './stage.js';
import { must } from './violation.js';
import { turn, until } from './watch.js';

/** How a connection ends: by the server when it has answered all, or by a client that is gone or talks nonsense. */
type Ending =
  | { readonly how: 'whole' }
  | { readonly how: 'cut'; readonly at: number }
  | { readonly how: 'noise'; readonly bytes: Uint8Array };

interface Run {
  readonly era: Era;
  readonly posts: readonly Post[];
  /** Of each body, into chunks. */
  readonly chunks: readonly number[];
  /** Of all bytes, into writes. */
  readonly points: readonly number[];
  readonly ending: Ending;
}

/** One connection, whose requests come one behind the other without waiting for an answer. */
async function sendOn(
  { port }: HttpListener,
  { posts, chunks, points, ending, era }: Run,
  sessionId: string | undefined,
): Promise<Uint8Array> {
  const requests = posts.map((one, index) => {
    const isLast = ending.how !== 'noise' && index === posts.length - 1;
    return requestBytes('/mcp', headersOf(era, one, sessionId), cutAt(one.frame.bytes, chunks), isLast);
  });
  const all = concat(ending.how === 'noise' ? [...requests, ending.bytes, new Uint8Array([0x0a, 0x0a])] : requests);
  const connection = new RawConnection(port);
  await connection.opened();
  const bytes = ending.how === 'cut' ? all.subarray(0, ending.at % (all.length + 1)) : all;
  for (const piece of cutAt(bytes, points)) {
    if (!connection.socket.destroyed) connection.socket.write(piece);
    await turn();
  }
  countSent('HTTP, sockets', posts.length);
  if (ending.how !== 'whole') connection.socket.end();
  if (ending.how === 'cut') connection.socket.destroy();
  let isClosed = false;
  void connection.closed.then(() => (isClosed = true));
  await until(
    () => isClosed,
    () => `a connection that is never closed: ${Buffer.from(connection.received).toString()}`,
  );
  return connection.received;
}

async function ask(listener: HttpListener, era: Era, one: Post, sessionId: string | undefined) {
  const run: Run = { era, posts: [one], chunks: [], points: [], ending: { how: 'whole' } };
  const [answer] = parseResponses(await sendOn(listener, run, sessionId));
  must(answer?.status === 200, () => `the server does not answer: ${answer?.status} ${answer?.text}`);
  return answer;
}

/** Gives all that came back on the connection. */
async function serve(run: Run): Promise<Uint8Array> {
  const stage = new Stage();
  const server = createFuzzServer(stage);
  const watch = watchServer(server);
  const listener = await serveHttp(server, { port: 0 });
  try {
    const first = openingPost(run.era);
    const opened = first && (await ask(listener, run.era, first, undefined));
    const sessionId = opened?.headers.get(headerNames.sessionId);
    const received = await sendOn(listener, run, sessionId);
    await ask(listener, run.era, probePost(run.era), sessionId);
    await watch.checkIdle();
    must(stage.faults.length === 0, () => stage.faults.join('; '));
    return received;
  } finally {
    await listener.close({ drainMs: 0 });
  }
}

const run = (era: Era, ending: fc.Arbitrary<Ending>): fc.Arbitrary<Run> =>
  fc.record({
    era: fc.constant(era),
    posts: fc.array(post(era), { minLength: 1, maxLength: 40, size: 'max' }),
    chunks: cuts,
    points: cuts,
    ending,
  });

const whole = fc.constant<Ending>({ how: 'whole' });
const broken: fc.Arbitrary<Ending> = fc.oneof(
  fc.nat(8_000).map((at): Ending => ({ how: 'cut', at })),
  fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes): Ending => ({ how: 'noise', bytes })),
);

const steady = ({ status, contentType, text }: Answer): string => JSON.stringify([status, contentType, text]);

export const socketFrames: readonly Property[] = (['2025-11-25', '2026-07-28'] as const).flatMap((era) => [
  property(`random frames, HTTP on sockets, ${era}`, 6, run(era, whole), async (input) => {
    const { cancels } = expectationOf(input.posts.map(({ frame }) => frame.bytes));
    const isCancelled = (idKey: string): boolean => era === '2025-11-25' && cancels.has(idKey);
    const answers = parseResponses(await serve(input));
    must(answers.length === input.posts.length, () => `${answers.length} answers to ${input.posts.length} requests`);
    for (const [index, { frame }] of input.posts.entries()) {
      const answer = answers[index];
      if (answer) checkAnswer(frame.bytes, answer, isCancelled);
    }
  }),
  property(`random splits, HTTP on sockets, ${era}`, 4, run(era, whole), async (input) => {
    // One request: what runs beside each other may end in any order.
    const posts = input.posts.slice(0, 1);
    const [one, other] = [
      await serve({ ...input, posts, points: [], chunks: [] }),
      await serve({ ...input, posts }),
    ].map((bytes) => parseResponses(bytes).map(steady).join('\n'));
    must(one === other, () => `whole: ${one}\nsplit: ${other}`);
  }),
  property(`broken connections, HTTP on sockets, ${era}`, 6, run(era, broken), async (input) => {
    await serve(input);
  }),
]);
