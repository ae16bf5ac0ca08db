import type { Era } from '@mcpfusion/protocol';
import fc from 'fast-check';
import { expectationOf, linesOf } from './frames/expectation.js';
import { frame, type Frame } from './frames/messages.js';
import { createFuzzServer } from './fuzz-server.js';
import { checkOutbound, readOutbound } from './outbound.js';
import { cutAt, cuts, toLines } from './pieces.js';
import { openingText, probeText } from './probe.js';
import { property, type Property } from './property.js';
import { countSent } from './sent.js';
import { watchServer } from './server-watch.js';
import { Stage } from './stage.js';
import { must } from './violation.js';
import { turn, until } from './watch.js';
import { PipeWire, type PipeOptions } from './wires/pipe-wire.js';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

interface Run {
  readonly era: Era;
  readonly frames: readonly Frame[];
  readonly points: readonly number[];
  /** Whether the event loop gets a turn after a piece. */
  readonly turns: readonly boolean[];
  readonly pipe: PipeOptions;
}

/** Sends it all, asks whether the server still answers, and waits until nothing goes on. */
async function send({
  era,
  frames,
  points,
  turns,
  pipe,
}: Run): Promise<{ stream: Uint8Array; out: readonly string[] }> {
  const stage = new Stage();
  const server = createFuzzServer(stage);
  const watch = watchServer(server);
  const wire = new PipeWire(server, pipe);
  const first = openingText(era);
  const messages = [...(first === undefined ? [] : [encode(first)]), ...frames.map(({ bytes }) => bytes)];
  const stream = toLines(messages);
  for (const [index, piece] of cutAt(stream, points).entries()) {
    wire.push(piece);
    if (turns[index % Math.max(turns.length, 1)]) await turn();
  }
  countSent('stdio', messages.length + 1);
  // A line may have been cut open on purpose.
  const probing = toLines([new Uint8Array(), encode(probeText('2026-07-28'))]);
  wire.push(probing);
  await until(
    () => wire.frames.some((text) => text.includes('"id":"probe"')) && wire.isWritten,
    () => `${wire.connection.inFlight} in flight, got ${wire.frames.join('\n')}`,
  );
  await watch.checkIdle();
  await until(
    () => wire.isWritten,
    () => 'answers that are never written',
  );
  must(stage.faults.length === 0, () => stage.faults.join('; '));
  return { stream: Buffer.concat([stream, probing]), out: wire.frames };
}

/** What runs at the same time may end in any order, and have told more or less of its progress. */
const answersOf = (out: readonly string[]): string =>
  out
    .filter((text) => readOutbound(text).method === undefined)
    .toSorted()
    .join('\n');

const run = (era: Era, most: number) =>
  fc.record({
    era: fc.constant(era),
    frames: fc.array(frame(era), { maxLength: most, size: 'max' }),
    points: cuts,
    turns: fc.array(fc.boolean(), { maxLength: 4 }),
    pipe: fc.record({ isSlow: fc.boolean(), resultGapMs: fc.constantFrom(0, 0, 0, 1) }),
  });

export const pipeFrames: readonly Property[] = (['2025-11-25', '2026-07-28'] as const).flatMap((era) => [
  property(`random frames, stdio, ${era}`, 30, run(era, 300), async (input) => {
    const { stream, out } = await send(input);
    checkOutbound(out, expectationOf(linesOf(stream)));
  }),
  property(`random splits, stdio, ${era}`, 4, run(era, 100), async (input) => {
    // Without turns in between, only the cuts differ.
    const [whole, split] = [await send({ ...input, points: [], turns: [] }), await send({ ...input, turns: [] })];
    const [one, other] = [answersOf(whole.out), answersOf(split.out)];
    must(one === other, () => `whole: ${one}\nsplit: ${other}`);
  }),
]);
