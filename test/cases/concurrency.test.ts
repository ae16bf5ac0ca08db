import { textOf } from '@mcpfusion/client';
import { eventsOf, has, onEveryWire, outcomeOf, rawOf, type Wire } from '@mcpfusion/testing';
import { expect } from 'vitest';

const ours = { clients: ['ours'] } as const;

onEveryWire('case 74: a slow call holds up no other request, and no new client', async (wire) => {
  const slow = wire.callTool('hold', { tag: 'slow', isDeaf: true });
  await wire.probeUntil(has('slow', 'started'));
  expect(textOf(await wire.callTool('echo', { text: 'fast' }))).toBe('fast');
  expect(textOf(await wire.callTool('count', { to: 3 }))).toBe('counted to 3');
  expect((await wire.listTools()).length).toBeGreaterThan(10);
  await wire.raw?.request(wire.era === '2025-11-25' ? 'ping' : 'server/discover');
  if (wire.transport !== 'stdio') {
    const other = await wire.another();
    expect(textOf(await other.callTool('echo', { text: 'fast too' }))).toBe('fast too');
  }
  expect(eventsOf(await wire.probe(), 'slow').map(({ what }) => what)).toEqual(['started']);
  await wire.release('slow');
  expect(textOf(await slow)).toBe('slow done');
});

onEveryWire(
  'case 77, case 76: bursts of calls are all answered, each with its own, and the server lives on',
  async (wire) => {
    const pid = wire.raw?.pid;
    for (const count of [3, 10, 50]) {
      const tags = Array.from({ length: count }, (_, index) => `${count}:${index}`);
      const calls = tags.map((tag) => wire.callTool('hold', { tag }));
      await wire.probeUntil(({ events }) => events.filter(({ tag }) => tag.startsWith(`${count}:`)).length === count);
      for (const tag of tags.toReversed()) await wire.release(tag);
      expect((await Promise.all(calls)).map(textOf)).toEqual(tags.map((tag) => `${tag} done`));
      // All that was asked for is over: idle, the server stays.
      await wire.probeUntil(({ counts }) => counts.inFlight === 1 && counts.running === 1);
    }
    expect(textOf(await wire.callTool('echo', { text: 'alive' }))).toBe('alive');
    expect(wire.raw?.pid).toBe(pid);
  },
  ours,
);

/** Calls a tool that runs one at a time; a call that is given up answers `given up`. */
function limited(wire: Wire, tag: string, args: object = {}, tool = 'limited') {
  const controller = new AbortController();
  const answer = outcomeOf(wire.callTool(tool, { tag, ...args }, { signal: controller.signal }));
  return { answer, cancel: () => controller.abort('enough') };
}

onEveryWire(
  'case 79: one at a time holds, and is released by an answer, a throw and a cancel',
  async (wire) => {
    const first = limited(wire, 'answers');
    await wire.probeUntil(has('answers', 'started'));
    const throws = limited(wire, 'throws', { fails: true });
    await wire.probeUntil(({ counts }) => counts.queued === 1);
    const cancelled = limited(wire, 'cancelled');
    await wire.probeUntil(({ counts }) => counts.queued === 2);
    const last = limited(wire, 'last');
    await wire.probeUntil(({ counts }) => counts.queued === 3);
    await wire.release('answers');
    expect(await first.answer).toBe('answers done');
    await wire.probeUntil(has('throws', 'started'));
    await wire.release('throws');
    expect(await throws.answer).toContain('INTERNAL_ERROR');
    await wire.probeUntil(has('cancelled', 'started'));
    cancelled.cancel();
    expect(await cancelled.answer).toBe('given up');
    await wire.probeUntil(has('last', 'started'));
    await wire.release('last');
    expect(await last.answer).toBe('last done');
    const { events, counts } = await wire.probe();
    const inside = events.filter(({ what }) => what === 'started' || what === 'finally');
    // Never two inside: each that has started ends before the next starts.
    expect(inside.map(({ tag, what }) => `${tag} ${what}`)).toEqual(
      ['answers', 'throws', 'cancelled', 'last'].flatMap((tag) => [`${tag} started`, `${tag} finally`]),
    );
    expect(counts).toMatchObject({ queued: 0, running: 1 });
  },
  ours,
);

onEveryWire(
  'case 79: one at a time is released by a time limit, once the handler has ended',
  async (wire) => {
    const first = limited(wire, 'deaf', { isDeaf: true }, 'limited.expires');
    expect(await first.answer).toContain('TIMEOUT');
    const second = limited(wire, 'next', {}, 'limited.expires');
    await wire.probeUntil(({ counts }) => counts.queued === 1);
    expect(eventsOf(await wire.probe(), 'next')).toEqual([]);
    await wire.release('next');
    await wire.release('deaf');
    expect(await second.answer).toBe('next done');
    expect(rawOf(wire).findings).toEqual([]);
  },
  ours,
);
