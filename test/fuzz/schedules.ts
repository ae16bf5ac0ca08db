import type { Server } from '@mcpfusion/core';
import type { Era } from '@mcpfusion/protocol';
import fc from 'fast-check';
import { createFuzzServer } from './fuzz-server.js';
import { probeText } from './probe.js';
import { property, type Property } from './property.js';
import { fetchCarrier, socketCarrier } from './schedule/carriers.js';
import type { Client } from './schedule/client.js';
import { httpClient } from './schedule/http-client.js';
import { judge, tellCalls } from './schedule/judge.js';
import { pipeClient } from './schedule/pipe-client.js';
import { Run } from './schedule/run.js';
import { steps, type Step } from './schedule/step.js';
import { countSent } from './sent.js';
import { watchServer } from './server-watch.js';
import { Stage } from './stage.js';
import { until } from './watch.js';
import type { PipeOptions } from './wires/pipe-wire.js';

interface Input {
  readonly steps: readonly Step[];
  readonly pipe: PipeOptions;
}

type Connect = (server: Server, era: Era, pipe: PipeOptions) => Client | Promise<Client>;

/** Does the steps, lets everybody end, and looks at what is left. */
async function play(connect: Connect, era: Era, input: Input): Promise<void> {
  const stage = new Stage();
  const server = createFuzzServer(stage);
  const watch = watchServer(server);
  const client = await connect(server, era, input.pipe);
  try {
    await client.open();
    const run = new Run(server, stage, client, era);
    for (const step of input.steps) await run.do(step);
    stage.openAll();
    await until(
      () => isAllOver(run, client, server),
      () => `${JSON.stringify(server.counts())}, ${tellCalls(run.calls, client)}`,
    );
    await run.closing;
    await probe(client, era);
    judge(run, stage, client);
  } finally {
    await client.close();
  }
  await watch.checkIdle();
}

function isAllOver(run: Run, client: Client, server: Server): boolean {
  const { inFlight, queued, running } = server.counts();
  const isRead = client.isShared || run.calls.every(({ sent }) => sent.isOver);
  return inFlight === 0 && queued === 0 && running === 0 && isRead && client.isWritten();
}

/** Whatever has happened: a server that is there answers, if only that it is closing. */
async function probe(client: Client, era: Era): Promise<void> {
  const sent = client.send(probeText(era), 'tools/list', '');
  countSent(client.wire, 1);
  await until(
    () => sent.isOver || sent.frames.some((text) => text.includes('"id":"probe"')),
    () => 'the server does not answer',
  );
}

const input: fc.Arbitrary<Input> = fc.record({
  steps,
  pipe: fc.record({ isSlow: fc.boolean(), resultGapMs: fc.constantFrom(0, 0, 0, 1) }),
});

const wires: readonly (readonly [name: string, runs: number, connect: Connect])[] = [
  ['stdio', 100, pipeClient],
  ['HTTP in process', 60, (server, era) => httpClient(fetchCarrier(server), era)],
  ['HTTP on sockets', 20, async (server, era) => httpClient(await socketCarrier(server), era)],
];

export const schedules: readonly Property[] = wires.flatMap(([name, runs, connect]) =>
  (['2025-11-25', '2026-07-28'] as const).map((era) =>
    property(`random schedules, ${name}, ${era}`, runs, input, (one) => play(connect, era, one)),
  ),
);
