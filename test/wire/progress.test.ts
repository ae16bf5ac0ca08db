import type { Frame } from '@mcpfusion/client';
import { fixtureServer, onEveryWire, rawOf, type WireProgress } from '@mcpfusion/testing';
import { expect } from 'vitest';

const steps = (to: number): number[] => Array.from({ length: to }, (_, index) => index + 1);

function isProgress({ direction, message }: Frame): boolean {
  return direction === 'in' && message?.kind === 'notification' && message.method === 'notifications/progress';
}

onEveryWire(
  'PRG-03 PRG25-03: every progress message arrives, increasing, before the answer',
  async (wire) => {
    const seen: WireProgress[] = [];
    let seenAtAnswer = -1;
    const result = await wire
      .callTool('count', { to: 100 }, { onProgress: (progress) => seen.push(progress) })
      .finally(() => (seenAtAnswer = seen.length));
    expect(seen).toEqual(
      steps(100).map(
        (step) => expect.objectContaining({ progress: step, total: 100, message: `step ${step}` }) as object,
      ),
    );
    expect(seenAtAnswer).toBe(100);
    expect(result.content).toEqual([{ type: 'text', text: 'counted to 100' }]);
    expect(rawOf(wire).findings).toEqual([]);
  },
  { clients: ['ours'] },
);

onEveryWire(
  'PRG-03 PRG25-03: the official clients see progress in order, the last value, and nothing after',
  async (wire) => {
    const seen: number[] = [];
    await wire.callTool('count', { to: 20, delayMs: 2 }, { onProgress: ({ progress }) => seen.push(progress) });
    const seenAtAnswer = seen.length;
    // A round trip later, whatever was under way has come.
    await wire.callTool('echo', { text: 'x' });
    expect(seen).toEqual(steps(20));
    expect(seenAtAnswer).toBe(20);
  },
  { transports: ['stdio'], clients: ['sdk-v1', 'sdk-v2'], server: fixtureServer({ stdio: { resultGapMs: 250 } }) },
);

onEveryWire(
  'PRG-03: a plain async handler reports as a generator does',
  async (wire) => {
    const seen: unknown[] = [];
    const call = wire.callTool('hold.plain', { tag: 'a' }, { onProgress: (progress) => seen.push(progress) });
    await wire.probeUntil(({ events }) => events.length > 0);
    await wire.release('a');
    await call;
    expect(seen).toEqual([expect.objectContaining({ progress: 1, total: 100, message: 'a holds' })]);
  },
  { clients: ['ours'] },
);

onEveryWire(
  'case 20, PRG-07: the token comes back in the type it was sent in, 0 and "" included',
  async (wire) => {
    const client = rawOf(wire);
    for (const progressToken of [0, '0', '', 7, 'a b']) {
      const call = client.start('tools/call', { name: 'count', arguments: { to: 2 } }, { progressToken });
      await call.result;
      const params = call.frames.filter(isProgress).map(({ raw }) => (JSON.parse(raw) as { params: object }).params);
      expect(params).toEqual([
        expect.objectContaining({ progressToken, progress: 1 }),
        expect.objectContaining({ progressToken, progress: 2 }),
      ]);
    }
    expect(client.findings).toEqual([]);
  },
  { clients: ['ours'] },
);

onEveryWire(
  'case 25, PRG-04: without a token there is no progress at all',
  async (wire) => {
    const client = rawOf(wire);
    await wire.callTool('count', { to: 5 }, { noProgress: true });
    await wire.callTool('echo', { text: 'x' }, { noProgress: true });
    expect(client.frames.filter(isProgress)).toEqual([]);
    expect(client.findings).toEqual([]);
  },
  { clients: ['ours'] },
);

onEveryWire(
  'case 20, PRG-01: a token that is neither string nor integer is refused',
  async (wire) => {
    const client = rawOf(wire);
    for (const progressToken of [1.5, true, {}, []]) {
      const call = client.request('tools/call', { name: 'count', arguments: { to: 1 } }, { meta: { progressToken } });
      await expect(call).rejects.toMatchObject({ code: -32602 });
    }
  },
  { clients: ['ours'] },
);

onEveryWire(
  'case 22, PRG-06, LOG-04: what a handler reports after its answer goes nowhere and harms nothing',
  async (wire) => {
    const client = rawOf(wire);
    await wire.callTool('late', {}, wire.era === '2026-07-28' ? { logLevel: 'debug' } : {});
    const state = await wire.probeUntil(({ events }) => events.some(({ what }) => what === 'late'));
    expect(state.events).toEqual([{ tag: 'late', what: 'late' }]);
    await wire.callTool('echo', { text: 'x' });
    expect(client.frames.filter(({ raw }) => raw.includes('too late'))).toEqual([]);
    expect(client.findings).toEqual([]);
  },
  { clients: ['ours'] },
);
