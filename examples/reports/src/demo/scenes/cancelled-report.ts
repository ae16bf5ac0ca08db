import { readdir } from 'node:fs/promises';
import { CallCancelled, connect, http, type Client } from '@mcpfusion/client';
import { followCall } from '../followed-call.js';
import { bold, colored, dim, duration, tight, type Line } from '../line.js';
import { printTitle, type Stage } from '../stage.js';

const tool = 'report.quarterly';
const cancelAt = 'rendering 5 of 8';

/** The same report, cancelled half-way; then what the server says about it. */
export async function cancelledReport(stage: Stage): Promise<void> {
  const { screen, url } = stage;
  printTitle(screen, { number: 2, tool, way: 'HTTP · 2025-11-25', what: 'the user clicks cancel half-way' });
  await using client = await connect(http({ url }), { era: '2025-11-25' });
  await client.setLogLevel('info');
  const cancelledAtMs = await cancelHalfWay(stage, client);
  await showWhatHappened(stage, client, cancelledAtMs);
}

/** Resolves when the server has let go of the call. */
async function cancelHalfWay({ screen, watch, expect }: Stage, client: Client): Promise<number> {
  const call = followCall(screen);
  let cancelledAtMs = Number.NaN;
  const isFree = watch.next(tool, 'freed');
  const running = client.start(
    'tools/call',
    { name: tool, arguments: {} },
    {
      onLog: call.options.onLog,
      onProgress: (params) => {
        call.options.onProgress(params);
        if (params.message !== cancelAt) return;
        cancelledAtMs = performance.now();
        void running.cancel('User clicked cancel');
      },
    },
  );
  const end = await running.result.catch((error: unknown) => error);
  expect(end instanceof CallCancelled, `the call to end as cancelled, got ${String(end)}`);
  await isFree;
  await running.streamEnded;
  call.finish('stopped');
  const later = running.frames.filter(
    ({ direction, atMs, message }) => direction === 'in' && atMs > cancelledAtMs && message !== undefined,
  );
  expect(later.length === 0, `no message for the call after its cancel, got ${later.map(({ raw }) => raw).join(', ')}`);
  return cancelledAtMs;
}

async function showWhatHappened(stage: Stage, client: Client, cancelledAtMs: number): Promise<void> {
  const { screen, server, watch, scratchFolder, expect } = stage;
  const ended = watch.last('call ended early', cancelledAtMs);
  const cleaned = watch.last('workspace removed', cancelledAtMs);
  const { running, queued, inFlight } = server.counts();
  const isFree = running === 0 && queued === 0 && inFlight === 0;
  const isHealthy = (await client.listTools({ timeoutMs: 2_000 })).length > 0;

  const { by } = (ended?.data ?? {}) as { readonly by?: string };
  const { charts = Number.NaN } = (cleaned?.data ?? {}) as { readonly charts?: number };
  expect(by === 'client', `the server to know that the client cancelled, got ${by}`);
  // The one that was being drawn may be finished when the cancel is read.
  expect(charts === 4 || charts === 5, `no chart to be begun after the fifth, got ${charts}`);
  expect((await readdir(scratchFolder)).length === 0, 'nothing left in the folder for scratch files');
  expect(isFree, `a free slot, got ${JSON.stringify(server.counts())}`);
  expect(isHealthy, 'the server to list its tools');
  const dot = dim(' · ');
  const facts: Line = [
    bold(`cancelled by ${by}`, 'yellow'),
    ` at "${cancelAt}"`,
    dot,
    'finally ran after ',
    duration((cleaned?.atMs ?? Number.NaN) - cancelledAtMs, 250),
    dot,
    isFree ? tight('slot free') : colored('red', 'slot held'),
    dot,
    isHealthy ? tight('server healthy') : colored('red', 'server ill'),
  ];
  screen.print('  ', colored('yellow', '■ '), ...facts);
}
