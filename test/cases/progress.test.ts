import { connect, http, type Frame } from '@mcpfusion/client';
import { serveHttp } from '@mcpfusion/core/node';
import type { Era } from '@mcpfusion/protocol';
import { createFixtureServer, fixtureServer, onEveryWire, rawOf } from '@mcpfusion/testing';
import { describe, expect, it } from 'vitest';

const ours = { clients: ['ours'] } as const;

const paramsOf = (frames: readonly Frame[], method: string): Record<string, unknown>[] =>
  frames.flatMap(({ direction, message }) =>
    direction === 'in' && message?.kind === 'notification' && message.method === method ? [message.params] : [],
  );

describe('case 19: progress and logs of a call come on the stream of its own POST, before its answer', () => {
  it.each<[Era, 'on' | 'off']>([
    ['2025-11-25', 'on'],
    ['2025-11-25', 'off'],
    ['2026-07-28', 'on'],
    ['2026-07-28', 'off'],
  ])('in %s with sessions %s', async (era, sessions) => {
    const { server } = createFixtureServer();
    const { url } = await serveHttp(server, { port: 0, sessions });
    const client = await connect(http({ url }), { era });
    const logLevel = era === '2026-07-28' ? ({ logLevel: 'debug' } as const) : {};
    for (const [name, method] of [
      ['count', 'notifications/progress'],
      ['logs', 'notifications/message'],
    ] as const) {
      const call = client.start(
        'tools/call',
        { name, arguments: name === 'count' ? { to: 3 } : {} },
        { progressToken: 'p', ...logLevel },
      );
      await call.result;
      const own = call.frames.filter(({ direction, message }) => direction === 'in' && message !== undefined);
      expect(own.every(({ http: part }) => part?.headers['content-type'] === 'text/event-stream')).toBe(true);
      const params = paramsOf(own, method);
      expect(params.length).toBeGreaterThan(1);
      const tokens = new Set(params.map(({ progressToken }) => progressToken));
      expect(tokens).toEqual(new Set([name === 'count' ? 'p' : undefined]));
      expect(own.at(-1)?.message).toMatchObject({ kind: 'response', id: call.id });
    }
    expect(client.findings).toEqual([]);
    await client.close();
    await server.close({ drainMs: 0 });
  });
});

describe('case 28: in JSON mode an answer is one JSON object, and reporting neither hangs nor throws', () => {
  it.each<[Era, string]>([
    ['2025-11-25', 'responseMode json'],
    ['2026-07-28', 'responseMode json'],
    ['2025-11-25', 'a client that accepts JSON alone'],
    ['2026-07-28', 'a client that accepts JSON alone'],
  ])('in %s for %s', async (era, how) => {
    const { server, gates, probe } = createFixtureServer();
    const { url } = await serveHttp(
      server,
      how === 'responseMode json' ? { port: 0, responseMode: 'json' } : { port: 0 },
    );
    const headers = how === 'responseMode json' ? {} : { Accept: 'application/json' };
    const client = await connect(http({ url }), { era });
    for (const name of ['hold', 'hold.plain', 'count', 'logs']) {
      gates.open(name);
      const args = name === 'count' ? { to: 100 } : name === 'logs' ? {} : { tag: name };
      const call = client.start('tools/call', { name, arguments: args }, { progressToken: 'p', headers });
      await call.result;
      const answers = call.frames.filter(({ direction }) => direction === 'in');
      expect(answers).toHaveLength(1);
      expect(answers[0]?.http).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
      expect(answers[0]?.message).toMatchObject({
        kind: 'response',
        id: call.id,
        result: { content: [{ type: 'text' }] },
      });
    }
    expect(probe.events.filter(({ what }) => what === 'aborted')).toEqual([]);
    await client.close();
    await server.close({ drainMs: 0 });
  });
});

onEveryWire(
  'case 29, case 34: what is no number never goes out, an unknown total has no member, and percent has 100',
  async (wire) => {
    const client = rawOf(wire);
    const call = client.start('tools/call', { name: 'shapes' }, { progressToken: 0 });
    expect(await call.result).toMatchObject({ content: [{ text: 'reported' }] });
    expect(paramsOf(call.frames, 'notifications/progress')).toEqual([
      { progressToken: 0, progress: 1 },
      { progressToken: 0, progress: 2 },
      { progressToken: 0, progress: 3 },
      { progressToken: 0, progress: 4 },
      { progressToken: 0, progress: 5, total: 10 },
      { progressToken: 0, progress: 60, total: 100, message: 'sixty' },
    ]);
    expect(client.findings).toEqual([]);
  },
  ours,
);

onEveryWire(
  'case 34: of a burst the last value goes out before the answer, however few are let through',
  async (wire) => {
    const client = rawOf(wire);
    const call = client.start('tools/call', { name: 'count', arguments: { to: 1_000 } }, { progressToken: 'p' });
    await call.result;
    const values = paramsOf(call.frames, 'notifications/progress').map(({ progress }) => progress);
    expect(values).toEqual([1, 1_000]);
    expect(call.frames.findLast(({ message }) => message !== undefined)?.message).toMatchObject({
      kind: 'response',
      id: call.id,
    });
    expect(client.findings).toEqual([]);
  },
  { ...ours, server: fixtureServer({ server: { progress: { minIntervalMs: 600_000 } } }) },
);
