import { readdir } from 'node:fs/promises';
import { connect, http, textOf, type CallResult, type Client } from '@mcpfusion/client';
import { followCall, type FollowedCall } from '../followed-call.js';
import { inWords, onlyLive } from '../line.js';
import { printOutcome, printTitle, type Stage } from '../stage.js';

const tool = 'data.reindex';

/** One mutation from a client of each revision at the same time: the second waits for the first. */
export async function twoMutations(stage: Stage): Promise<void> {
  const { screen, url, watch, indexFolder, expect } = stage;
  printTitle(screen, { number: 5, tool, way: 'HTTP · both at once', what: 'two mutations of the same data' });
  await using first = await connect(http({ url }), { era: '2026-07-28' });
  await using second = await connect(http({ url }), { era: '2025-11-25' });
  const eventsBefore = watch.events.length;
  const followed = [first, second].map(({ era }) =>
    followCall(screen, { label: era, waitingFor: 'waits for its turn' }),
  ) as [FollowedCall, FollowedCall];
  const results = await callBoth([first, second], followed);

  const events = watch.events.slice(eventsBefore);
  const order = events
    .filter(({ phase }) => phase === 'granted' || phase === 'freed')
    .map(({ phase }) => phase)
    .join();
  const waitedMs = (phaseAt(events, 'granted') ?? Number.NaN) - (phaseAt(events, 'queued') ?? Number.NaN);
  expect(order === 'granted,freed,granted,freed', `one run after the other, got ${order}`);
  expect(
    results.every(({ isError }) => !isError),
    `two answers, got ${results.map(textOf).join(' ')}`,
  );
  const files = await readdir(indexFolder);
  expect(files.length === 1, `one whole index, got ${files.join(', ')}`);
  printOutcome(
    screen,
    'one at a time: the second waited',
    onlyLive(` ${inWords(waitedMs)}`),
    ', then ran; the index is whole',
  );
}

/** The second call is made when the first one runs. */
async function callBoth(
  [first, second]: readonly [Client, Client],
  [firstFollowed, secondFollowed]: readonly [FollowedCall, FollowedCall],
): Promise<CallResult[]> {
  const call = async (client: Client, { options, finish }: FollowedCall, onStart = (): void => {}) => {
    const result = await client.callTool(
      tool,
      {},
      {
        onProgress: (params) => {
          options.onProgress(params);
          onStart();
        },
      },
    );
    finish('done');
    return result;
  };
  let secondCall: Promise<CallResult> | undefined;
  const firstResult = await call(first, firstFollowed, () => {
    secondCall ??= call(second, secondFollowed);
  });
  if (!secondCall) throw new Error(`${tool} ended without progress.`);
  return [firstResult, await secondCall];
}

/** Of the call that had to wait. */
function phaseAt(events: Stage['watch']['events'], phase: 'queued' | 'granted'): number | undefined {
  const waiter = events.find((event) => event.phase === 'queued')?.callNumber;
  return events.find((event) => event.phase === phase && event.callNumber === waiter)?.atMs;
}
