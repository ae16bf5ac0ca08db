import { connect, stdio } from '@mcpfusion/client';
import { connectInMemory, createServer, initMCPFusion, type MemoryConnection } from '@mcpfusion/core';
import { metaKeys, methods } from '@mcpfusion/protocol';
import { eventsOf, has, onEveryWire, outcomeOf, rawOf } from '@mcpfusion/testing';
import { describe, expect, it } from 'vitest';
import { serverScript } from './server-script.js';

const ours = { clients: ['ours'] } as const;

onEveryWire('case 7: the signal reaches middleware, handler, nested calls, fetch and timers', async (wire) => {
  const controller = new AbortController();
  const call = outcomeOf(wire.callTool('passes', {}, { signal: controller.signal }));
  await wire.probeUntil((state) => ['nested', 'fetch'].every((tag) => has(tag, 'started')(state)));
  controller.abort('enough');
  expect(await call).toBe('given up');
  const state = await wire.probeUntil(has('passes', 'finally'));
  const isByDisconnect = wire.era === '2026-07-28' && wire.transport === 'http';
  for (const tag of ['middleware', 'handler', 'nested', 'fetch', 'timer']) {
    const kinds = eventsOf(state, tag).flatMap(({ what, kind }) => (what === 'aborted' ? [kind] : []));
    expect([tag, kinds]).toEqual([tag, [isByDisconnect ? 'disconnect' : 'client']]);
  }
  await wire.probeUntil(({ counts }) => counts.running === 1 && counts.inFlight === 1);
});

onEveryWire(
  'case 10: calls inside a call leave no listener at its signal, and many at once warn of none',
  async (wire) => {
    const before = (await wire.probe()).warnings.length;
    for (const args of [
      { count: 2_000, atOnce: false },
      { count: 50, atOnce: true },
    ]) {
      const result = await wire.callTool('fans.out', args);
      expect(result).toMatchObject({ isError: false, content: [{ text: '{"listeners":0}' }] });
    }
    const calls = Array.from({ length: 50 }, (_, index) => wire.callTool('hold', { tag: `call ${index}` }));
    await wire.probeUntil(({ events }) => events.filter(({ what }) => what === 'started').length === 50);
    for (let index = 0; index < 50; index++) await wire.release(`call ${index}`);
    await Promise.all(calls);
    const { warnings } = await wire.probe();
    expect(warnings.slice(before).filter((name) => name === 'MaxListenersExceededWarning')).toEqual([]);
  },
  ours,
);

onEveryWire(
  'case 17: a reason that is no text is none, and never mistaken for a time limit',
  async (wire) => {
    const client = rawOf(wire);
    const reasons: [unknown, string | undefined][] = [
      ['enough', 'enough'],
      ['', ''],
      ['__proto__', '__proto__'],
      [undefined, undefined],
      [null, undefined],
      [7, undefined],
      [{ message: 'x' }, undefined],
      [['x'], undefined],
      ['x'.repeat(100_000), 'x'.repeat(100_000)],
    ];
    for (const [at, [reason, heard]] of reasons.entries()) {
      const tag = `call ${at}`;
      const call = client.start('tools/call', { name: 'hold', arguments: { tag } });
      await wire.probeUntil(has(tag, 'started'));
      await client.notify(methods.cancelled, { requestId: call.id, reason });
      const [, aborted] = eventsOf(await wire.probeUntil(has(tag, 'finally')), tag);
      expect(aborted).toEqual({
        tag,
        what: 'aborted',
        kind: 'client',
        ...(heard === undefined ? {} : { reason: heard }),
      });
      await call.cancel();
    }
    expect(client.frames.filter(({ direction, raw }) => direction === 'in' && raw.includes('[object'))).toEqual([]);
  },
  {
    ...ours,
    skip: [{ where: { era: '2026-07-28', transport: 'http' }, reason: 'closing a stream gives no reason' }],
  },
);

describe('case 13: a cancel that names nothing', () => {
  it.each(['2025-11-25', '2026-07-28'] as const)('writes nothing, to stderr neither, in %s', async (era) => {
    const script = serverScript(`serve([]);`);
    const client = await connect(stdio({ command: process.execPath, args: script }), { era });
    const { pid } = client;
    for (const requestId of ['nobody', 'nobody', 0, 1, null, undefined, 7.5, {}, '__proto__'])
      await client.notify(methods.cancelled, { requestId });
    await client.notify(methods.cancelled);
    await client.callTool('echo', { text: 'finished' }, { id: 'finished' });
    const framesBefore = client.frames.filter(({ direction }) => direction === 'in').length;
    await client.notify(methods.cancelled, { requestId: 'finished', reason: 'too late' });
    await client.callTool('echo', { text: 'alive' });
    expect(client.frames.filter(({ direction }) => direction === 'in')).toHaveLength(framesBefore + 1);
    expect([client.pid, client.findings]).toEqual([pid, []]);
    await client.close();
    expect(client.stderrTail).toBe('');
  });
});

describe('case 5: a cancel in the very turn of the answer', () => {
  const f = initMCPFusion();
  const cancel = JSON.stringify({ jsonrpc: '2.0', method: methods.cancelled, params: { requestId: 1 } });
  const _meta = { [metaKeys.protocolVersion]: '2026-07-28', [metaKeys.clientCapabilities]: {}, progressToken: 1 };
  const callOf = (id: number, name: string): string =>
    JSON.stringify({ jsonrpc: '2.0', id, method: methods.toolsCall, params: { name, _meta } });

  let connection: MemoryConnection;
  const send = (): void => connection.receive(cancel);
  /** Each answers with `x` and sends the cancel: before that, in between, or in one of the turns after. */
  const tools = [
    f.action('before').handle(() => (send(), 'x')),
    f.action('before, later').handle(async () => (send(), 'x')),
    f.action('between').handle(async () => (await Promise.resolve(), send(), 'x')),
    f.action('from a generator').handle(function* () {
      send();
      yield 1;
      return 'x';
    }),
    f.action('from a finally').handle(async function* () {
      try {
        yield 1;
        return 'x';
      } finally {
        send();
      }
    }),
    f.action('microtask').handle(async () => (queueMicrotask(send), 'x')),
    f.action('microtasks').handle(async () => (queueMicrotask(() => queueMicrotask(() => queueMicrotask(send))), 'x')),
    f.action('tick').handle(async () => (process.nextTick(send), 'x')),
    f.action('turn').handle(async () => (setImmediate(send), 'x')),
    f.action('alive').handle(() => 'alive'),
  ];

  const answersOf = async (name: string): Promise<number> => {
    const server = createServer({ name: 'race', version: '1', log: false, tools });
    const ids: unknown[] = [];
    connection = connectInMemory(server, (json) => void ids.push((JSON.parse(json) as { id?: unknown }).id));
    connection.receive(callOf(1, name));
    connection.receive(callOf(2, 'alive'));
    await expect.poll(() => ids).toContain(2);
    await expect.poll(() => server.counts()).toEqual({ inFlight: 0, queued: 0, running: 0, abandonedTotal: 0 });
    await new Promise((resolve) => setImmediate(resolve));
    return ids.filter((id) => id === 1).length;
  };

  it.each(['before', 'before, later', 'between', 'from a generator', 'from a finally'])(
    '(%s) leaves no answer, since the handler still ran',
    async (name) => expect(await answersOf(name)).toBe(0),
  );

  it.each(['microtask', 'microtasks', 'tick'])('(%s) leaves one answer or none', async (name) =>
    expect([0, 1]).toContain(await answersOf(name)),
  );

  it('(turn) comes too late', async () => expect(await answersOf('turn')).toBe(1));
});
