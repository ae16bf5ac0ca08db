import type { Server } from '@mcpfusion/core';
import type { Era } from '@mcpfusion/protocol';
import fc from 'fast-check';
import { createFuzzServer } from './fuzz-server.js';
import { readOutbound } from './outbound.js';
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
import { must } from './violation.js';
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
    await ask(client, era, 'probe');
    judge(run, stage, client);
    if (run.isServed) await checkFree(run, client, era);
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

/** Ids of calls that are over, a few of them, may be used again. */
async function checkFree(run: Run, client: Client, era: Era): Promise<void> {
  const ids = new Set(run.calls.map(({ id }) => id));
  for (const id of [...ids].slice(0, 3)) {
    const answer = await ask(client, era, id);
    must(readOutbound(answer ?? '').result !== undefined, () => `id ${id} is not free: ${answer}`);
  }
}

/** Whatever has happened: a server that is there answers. The answer to `tools/list` under that id; `undefined` when the connection was over before. */
async function ask(client: Client, era: Era, id: string): Promise<string | undefined> {
  const before = client.written;
  const sent = client.send(probeText(era, id), 'tools/list', '');
  countSent(client.wire, 1);
  const answer = (): string | undefined =>
    sent.frames.slice(before).find((text) => text.includes(`"id":${JSON.stringify(id)}`));
  await until(
    () => sent.isOver || answer() !== undefined,
    () => 'the server does not answer',
  );
  return answer();
}

const input: fc.Arbitrary<Input> = fc.record({
  steps,
  pipe: fc.record({ isSlow: fc.boolean(), resultGapMs: fc.constantFrom(0, 0, 0, 1) }),
});

const wires: readonly (readonly [name: string, runs: number, connect: Connect])[] = [
  ['stdio', 30, pipeClient],
  ['HTTP in process', 16, (server, era) => httpClient(fetchCarrier(server), era)],
  ['HTTP on sockets', 6, async (server, era) => httpClient(await socketCarrier(server), era)],
];

export const schedules: readonly Property[] = wires.flatMap(([name, runs, connect]) =>
  (['2025-11-25', '2026-07-28'] as const).map((era) =>
    property(`random schedules, ${name}, ${era}`, runs, input, (one) => play(connect, era, one)),
  ),
);
