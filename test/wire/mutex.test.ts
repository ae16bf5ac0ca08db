import { has, onEveryWire, outcomeOf, type ProbeState, type Wire } from '@mcpfusion/testing';
import { expect } from 'vitest';

interface Locked {
  readonly answer: Promise<string>;
  cancel(): void;
}

/** Calls the mutation and gives it a name; a cancelled call answers `given up`. */
function lock(wire: Wire, tag: string, args: object = {}): Locked {
  const controller = new AbortController();
  const answer = outcomeOf(wire.callTool('locked', { tag, ...args }, { signal: controller.signal }));
  return { answer, cancel: () => controller.abort('enough') };
}

const story = ({ events }: ProbeState): string[] => events.map(({ tag, what }) => `${tag} ${what}`);

/** A runs; B waits behind it, C behind B. */
async function queueUp(wire: Wire, argsOfA: object = {}): Promise<Record<'a' | 'b' | 'c', Locked>> {
  const a = lock(wire, 'A', argsOfA);
  await wire.probeUntil(has('A', 'started'));
  const b = lock(wire, 'B');
  await wire.probeUntil(({ counts }) => counts.queued === 1);
  const c = lock(wire, 'C');
  await wire.probeUntil(({ counts }) => counts.queued === 2);
  return { a, b, c };
}

onEveryWire('A4, C5: mutations run one at a time, in the order of asking', async (wire) => {
  const { a, b, c } = await queueUp(wire);
  for (const tag of ['C', 'B', 'A']) await wire.release(tag);
  expect(await Promise.all([a.answer, b.answer, c.answer])).toEqual(['A done', 'B done', 'C done']);
  expect(story(await wire.probe())).toEqual([
    'A started',
    'A finally',
    'B started',
    'B finally',
    'C started',
    'C finally',
  ]);
});

onEveryWire('A4, C5: a waiter that is cancelled lets nobody start early', async (wire) => {
  const { a, b, c } = await queueUp(wire);
  b.cancel();
  expect(await b.answer).toBe('given up');
  await wire.probeUntil(({ counts }) => counts.queued === 1);
  // Time enough for C to start, had the cancel of B opened the lock.
  await wire.callTool('echo', { text: 'x' });
  expect(story(await wire.probe())).toEqual(['A started']);
  await wire.release('C');
  await wire.callTool('echo', { text: 'x' });
  expect(story(await wire.probe())).toEqual(['A started']);
  await wire.release('A');
  expect([await a.answer, await c.answer]).toEqual(['A done', 'C done']);
  expect(story(await wire.probe())).toEqual(['A started', 'A finally', 'C started', 'C finally']);
});

onEveryWire('A4, C3: cancelling the one that runs frees the next only after its finally', async (wire) => {
  const { a, b, c } = await queueUp(wire, { cleansUp: true });
  a.cancel();
  expect(await a.answer).toBe('given up');
  await wire.probeUntil(has('A', 'aborted'));
  await wire.callTool('echo', { text: 'x' });
  const { counts, events } = await wire.probe();
  expect(counts.queued).toBe(2);
  expect(story({ events } as ProbeState)).toEqual(['A started', 'A aborted']);
  for (const gate of ['A:cleanup', 'B', 'C']) await wire.release(gate);
  expect([await b.answer, await c.answer]).toEqual(['B done', 'C done']);
  expect(story(await wire.probe())).toEqual([
    'A started',
    'A aborted',
    'A finally',
    'B started',
    'B finally',
    'C started',
    'C finally',
  ]);
});

onEveryWire('case 79: cancelling all of them leaves the lock free', async (wire) => {
  const { a, b, c } = await queueUp(wire);
  for (const locked of [c, b, a]) locked.cancel();
  expect(await Promise.all([a.answer, b.answer, c.answer])).toEqual(['given up', 'given up', 'given up']);
  await wire.release('D');
  expect(await lock(wire, 'D').answer).toBe('D done');
  expect((await wire.probe()).counts).toMatchObject({ queued: 0, running: 1, inFlight: 1 });
});
