import { eventsOf, has, onEveryWire, rawOf } from '@mcpfusion/testing';
import { expect } from 'vitest';

const overHttp = { transports: ['http'], clients: ['ours'] } as const;

onEveryWire(
  'case 4, CAN-04 SHT-20: a dropped connection cancels its call, and no other',
  async (wire) => {
    const client = rawOf(wire);
    const dropped = client.start('tools/call', { name: 'hold', arguments: { tag: 'dropped' } });
    const other = wire.callTool('hold', { tag: 'other' });
    await wire.probeUntil(({ events }) => events.length === 2);
    dropped.disconnect();
    await expect(dropped.result).rejects.toThrow('dropped by this side');
    const state = await wire.probeUntil(has('dropped', 'finally'));
    expect(eventsOf(state, 'dropped')).toEqual([
      { tag: 'dropped', what: 'started' },
      { tag: 'dropped', what: 'aborted', kind: 'disconnect' },
      { tag: 'dropped', what: 'finally' },
    ]);
    await wire.release('other');
    expect(await other).toMatchObject({ content: [{ text: 'other done' }] });
  },
  { ...overHttp, eras: ['2026-07-28'] },
);

onEveryWire(
  'case 4, CAN-04: a connection dropped before the answer has begun cancels its call too',
  async (wire) => {
    const client = rawOf(wire);
    // Without a token the handler sends nothing, so no header has come back yet.
    const call = client.start('tools/call', { name: 'hold.plain', arguments: { tag: 'a' } }, { progressToken: false });
    await wire.probeUntil(has('a', 'started'));
    call.disconnect();
    const state = await wire.probeUntil(has('a', 'finally'));
    expect(eventsOf(state, 'a')[1]).toEqual({ tag: 'a', what: 'aborted', kind: 'disconnect' });
  },
  { ...overHttp, eras: ['2026-07-28'] },
);

onEveryWire(
  'case 4, CAN25-09: a dropped connection cancels nothing in 2025',
  async (wire) => {
    const client = rawOf(wire);
    const call = client.start('tools/call', { name: 'hold', arguments: { tag: 'a' } });
    await wire.probeUntil(has('a', 'started'));
    call.disconnect();
    await expect(call.result).rejects.toThrow('dropped by this side');
    await wire.callTool('echo', { text: 'x' });
    expect(eventsOf(await wire.probe(), 'a').map(({ what }) => what)).toEqual(['started']);
    await wire.release('a');
    const state = await wire.probeUntil(has('a', 'finally'));
    expect(eventsOf(state, 'a').map(({ what }) => what)).toEqual(['started', 'finally']);
    await wire.probeUntil(({ counts }) => counts.inFlight === 1 && counts.running === 1);
  },
  { ...overHttp, eras: ['2025-11-25'] },
);

onEveryWire(
  'CAN25-04: a call whose connection was dropped can still be cancelled by its id',
  async (wire) => {
    const client = rawOf(wire);
    const call = client.start('tools/call', { name: 'hold', arguments: { tag: 'a' } }, { id: 'a' });
    await wire.probeUntil(has('a', 'started'));
    call.disconnect();
    await client.notify('notifications/cancelled', { requestId: 'a', reason: 'enough' });
    const state = await wire.probeUntil(has('a', 'finally'));
    expect(eventsOf(state, 'a')[1]).toEqual({ tag: 'a', what: 'aborted', kind: 'client', reason: 'enough' });
  },
  { ...overHttp, eras: ['2025-11-25'] },
);
