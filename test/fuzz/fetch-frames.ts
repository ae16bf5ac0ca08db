import { headerNames, type Era } from '@mcpfusion/protocol';
import { toFetchHandler, type FetchHandler } from '@mcpfusion/core';
import fc from 'fast-check';
import { expectationOf } from './frames/expectation.js';
import { createFuzzServer } from './fuzz-server.js';
import { checkAnswer, type Answer } from './http/answer.js';
import { headersOf, post, type Post } from './http/post.js';
import { cutAt, cuts } from './pieces.js';
import { openingPost, probePost } from './probe.js';
import { property, type Property } from './property.js';
import { countSent } from './sent.js';
import { watchServer } from './server-watch.js';
import { Stage } from './stage.js';
import { must } from './violation.js';

interface Run {
  readonly era: Era;
  /** One group after the other, the posts of one together. */
  readonly groups: readonly (readonly Post[])[];
  readonly points: readonly number[];
}

const url = 'http://localhost/mcp';

async function send(handle: FetchHandler, headers: Record<string, string>, pieces: readonly Uint8Array[]) {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  const init = { method: 'POST', headers, body, duplex: 'half' };
  countSent('HTTP, in process', 1);
  return handle(new Request(url, init as RequestInit));
}

async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response;
  return { status, contentType: headers.get('content-type') ?? '', text: await response.text() };
}

/** The session that the posts of a run belong to. */
async function openSession(handle: FetchHandler, era: Era): Promise<string | undefined> {
  const first = openingPost(era);
  if (!first) return undefined;
  const response = await send(handle, headersOf(era, first, undefined), [first.frame.bytes]);
  await response.text();
  return response.headers.get(headerNames.sessionId) ?? undefined;
}

/** Sends it all, asks whether the server still answers, and waits until nothing goes on. */
async function sendAll({ era, groups, points }: Run): Promise<readonly (readonly [Post, Answer])[]> {
  const stage = new Stage();
  const server = createFuzzServer(stage);
  const watch = watchServer(server);
  const handle = toFetchHandler(server);
  const sessionId = await openSession(handle, era);
  const all: (readonly [Post, Answer])[] = [];
  for (const group of [...groups, [probePost(era)]]) {
    const answers = group.map(async (one): Promise<readonly [Post, Answer]> => {
      const response = await send(handle, headersOf(era, one, sessionId), cutAt(one.frame.bytes, points));
      return [one, await answerOf(response)];
    });
    all.push(...(await Promise.all(answers)));
  }
  await watch.checkIdle();
  must(stage.faults.length === 0, () => stage.faults.join('; '));
  must(all.at(-1)?.[1].status === 200, () => `the server does not answer: ${JSON.stringify(all.at(-1)?.[1])}`);
  return all;
}

const run = (era: Era, most: number): fc.Arbitrary<Run> =>
  fc.record({
    era: fc.constant(era),
    groups: fc.array(fc.array(post(era), { minLength: 1, maxLength: 6 }), { maxLength: most, size: 'max' }),
    points: cuts,
  });

export const fetchFrames: readonly Property[] = (['2025-11-25', '2026-07-28'] as const).flatMap((era) => [
  property(`random frames, HTTP in process, ${era}`, 8, run(era, 60), async (input) => {
    const { cancels } = expectationOf(input.groups.flat().map(({ frame }) => frame.bytes));
    // Only a session has ids that another POST may cancel.
    const isCancelled = (idKey: string): boolean => era === '2025-11-25' && cancels.has(idKey);
    for (const [{ frame }, answer] of await sendAll(input)) checkAnswer(frame.bytes, answer, isCancelled);
  }),
  property(`random splits, HTTP in process, ${era}`, 3, run(era, 20), async (input) => {
    // One at a time: what runs beside each other may end in any order.
    const groups = input.groups.flat().map((one) => [one]);
    const [whole, split] = [await sendAll({ era, groups, points: [] }), await sendAll({ ...input, groups })];
    for (const [index, [{ frame }, answer]] of whole.entries()) {
      const [one, other] = [JSON.stringify(answer), JSON.stringify(split[index]?.[1])];
      must(one === other, () => `${frame[fc.toStringMethod]()} whole: ${one}, split: ${other}`);
    }
  }),
]);
