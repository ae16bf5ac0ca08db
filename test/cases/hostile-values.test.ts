import { textOf, type CallResult } from '@mcpfusion/client';
import { metaKeys } from '@mcpfusion/protocol';
import { fixtureServer, has, hostileValues, onEveryWire, outcomeOf, rawOf, type Wire } from '@mcpfusion/testing';
import { expect } from 'vitest';

const ours = { clients: ['ours'] } as const;
const values = Object.keys(hostileValues);

/** What a handler that returns the value is answered with; every other value fails the call. */
const answers: Readonly<Record<string, string>> = {
  undefined: '',
  null: 'null',
  'a string': 'x',
  'an empty string': '',
  'an object': '{"a":1}',
  'an object without prototype': '{"a":1}',
  'a throwing toString': '{}',
  'a lone surrogate': '\ud800',
  '-0': '0',
  NaN: 'null',
  Infinity: 'null',
  'a huge string': 'x'.repeat(1_000_000),
  'a Date that is none': 'null',
  'a polluter': '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
};

function isFailure({ isError, _meta, ...result }: CallResult): boolean {
  const { code } = (_meta?.['dev.mcpfusion/error'] ?? {}) as { code?: string };
  expect(JSON.stringify(result)).not.toContain('secret');
  return isError && code === 'INTERNAL_ERROR' && textOf({ isError, ...result }).includes('INTERNAL_ERROR');
}

function use(wire: Wire, how: string, what: string): Promise<CallResult> {
  return wire.callTool('hostile', { use: how, what }, wire.era === '2026-07-28' ? { logLevel: 'debug' } : {});
}

/** It still answers, nothing runs but that answer, and nobody's prototype has been written to. */
async function expectUnharmed(wire: Wire): Promise<void> {
  expect(textOf(await wire.callTool('echo', { text: 'alive' }))).toBe('alive');
  // The answer to a cancelled call does not wait for its handler to end.
  const { counts, polluted } = await wire.probeUntil(({ counts: { running } }) => running === 1);
  expect(counts).toEqual({ inFlight: 1, queued: 0, running: 1, abandonedTotal: 0 });
  expect(polluted).toEqual([]);
  expect(rawOf(wire).findings).toEqual([]);
}

for (const how of ['throw', 'reject', 'throw from a generator']) {
  onEveryWire(
    `case 95: whatever a handler throws (${how}) is a tool error with text, and tells no secret`,
    async (wire) => {
      const told = new Map<string, boolean>();
      for (const what of values) told.set(what, isFailure(await use(wire, how, what)));
      expect(told).toEqual(new Map(values.map((what) => [what, true])));
      await expectUnharmed(wire);
    },
    ours,
  );
}

for (const how of ['return', 'resolve']) {
  onEveryWire(
    `case 95: whatever a handler answers (${how}) goes out as JSON, or is a tool error`,
    async (wire) => {
      const told = new Map<string, string | boolean>();
      for (const what of values) {
        const result = await use(wire, how, what);
        told.set(what, result.isError ? isFailure(result) : textOf(result));
      }
      expect(told).toEqual(new Map(values.map((what) => [what, answers[what] ?? true])));
      await expectUnharmed(wire);
    },
    ours,
  );
}

for (const [how, said] of [
  ['yield', 'yielded'],
  ['log as data', 'logged'],
  ['log in a member', 'logged'],
  ['log as message', 'logged'],
  ['report as progress', 'reported'],
  ['report as message', 'reported'],
] as const) {
  onEveryWire(
    `case 95: no value can break the side channels (${how})`,
    async (wire) => {
      const told = new Map<string, string>();
      for (const what of values) told.set(what, textOf(await use(wire, how, what)));
      expect(told).toEqual(new Map(values.map((what) => [what, said])));
      const logs = rawOf(wire).frames.filter(
        ({ message }) => message?.kind === 'notification' && isLog(message.method),
      );
      // Each was said once, also when it could not be read.
      expect(logs).toHaveLength(how.startsWith('log') ? values.length : 0);
      await expectUnharmed(wire);
    },
    ours,
  );
}

function isLog(method: string): boolean {
  return method === 'notifications/message';
}

onEveryWire(
  'case 95: whatever a cancelled handler throws frees its slot at once and is nobody’s unhandled rejection',
  async (wire) => {
    for (const what of values) {
      const controller = new AbortController();
      const call = outcomeOf(wire.callTool('hostile.late', { what }, { signal: controller.signal }));
      await wire.probeUntil(has(what, 'started'));
      controller.abort('enough');
      expect(await call).toBe('given up');
      await wire.probeUntil(({ counts }) => counts.running === 1);
    }
    await expectUnharmed(wire);
  },
  // Long enough to see that it is not the grace period that frees the slot.
  { ...ours, server: fixtureServer({ server: { graceMs: 60_000 } }) },
);

/** Names that every object has, and one that none has. */
const names = [
  'constructor',
  '__proto__',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
  '',
];

onEveryWire(
  'case 91: a tool is found by its own name alone, also when it is called constructor',
  async (wire) => {
    for (const name of names) {
      const attempt = wire.callTool(name);
      if (name === 'constructor') expect(textOf(await attempt)).toBe('built');
      else
        await expect(attempt).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('unknown tool') });
    }
    expect((await wire.listTools()).map(({ name }) => name)).toContain('constructor');
    await expectUnharmed(wire);
  },
  ours,
);

onEveryWire(
  'case 91: methods, arguments, _meta, levels and capabilities are found by their own names alone',
  async (wire) => {
    const client = rawOf(wire);
    for (const name of names) {
      await expect(client.request(name)).rejects.toMatchObject({ code: -32601 });
      await expect(client.request(`tools/${name}`)).rejects.toMatchObject({ code: -32601 });
      const hostile = JSON.parse(`{"${name}":{"polluted":1,"progressToken":7}}`) as Record<string, unknown>;
      // One more member than the schema has.
      const refused = await wire.callTool('echo', { text: 'x', ...hostile });
      expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringContaining(`- ${name}`)]);
      expect(await wire.callTool('own.names', hostile)).toMatchObject({ isError: true });
      const call = client.start('tools/call', { name: 'echo', arguments: { text: 'x' } }, { meta: hostile });
      expect(await call.result).toMatchObject({ content: [{ text: 'x' }] });
      const level =
        wire.era === '2026-07-28'
          ? client.request('tools/list', {}, { meta: { [metaKeys.logLevel]: name } })
          : client.request('logging/setLevel', { level: name });
      await expect(level).rejects.toMatchObject({ code: -32602 });
    }
    // Members of that name that are not there are not there.
    expect(textOf(await wire.callTool('own.names'))).toBe('{}');
    expect(textOf(await wire.callTool('own.names', { constructor: 'x', toString: 'y' }))).toBe(
      '{"constructor":"x","toString":"y"}',
    );
    await expectUnharmed(wire);
  },
  ours,
);

onEveryWire(
  'case 20, case 2: ids and tokens beyond what JSON numbers can tell apart are refused, not rounded',
  async (wire) => {
    const client = rawOf(wire);
    const held = client.start('tools/call', { name: 'hold', arguments: { tag: 'held' } }, { id: 2 ** 53 - 1 });
    await wire.probeUntil(has('held', 'started'));
    for (const requestId of [2 ** 53, 2 ** 53 + 2, 1e300]) {
      await client.notify('notifications/cancelled', { requestId });
      await expect(
        client.request(
          'tools/call',
          { name: 'echo', arguments: { text: 'x' } },
          { meta: { progressToken: requestId } },
        ),
      ).rejects.toMatchObject({ code: -32602 });
    }
    await wire.release('held');
    expect(await held.result).toMatchObject({ content: [{ text: 'held done' }] });
    await expectUnharmed(wire);
  },
  ours,
);

onEveryWire(
  'case 91: ids that are names of prototypes are ids as any other',
  async (wire) => {
    const client = rawOf(wire);
    for (const id of names) {
      const call = client.start(
        'tools/call',
        { name: 'hold', arguments: { tag: `id ${id}` } },
        { id, progressToken: id },
      );
      await wire.probeUntil(has(`id ${id}`, 'started'));
      await call.cancel('enough');
      await wire.probeUntil(has(`id ${id}`, 'aborted'));
      const again = client.request('tools/call', { name: 'echo', arguments: { text: 'x' } }, { id });
      expect(await again).toMatchObject({ content: [{ text: 'x' }] });
    }
    await expectUnharmed(wire);
  },
  ours,
);

onEveryWire(
  'case 91: no session has a name that every object has',
  async (wire) => {
    const client = rawOf(wire);
    for (const name of names.filter((one) => one !== '')) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
      const headers = { 'Content-Type': 'application/json', 'Mcp-Session-Id': name };
      expect((await client.sendHttp({ body, headers }).head).status).toBe(404);
      expect((await client.sendHttp({ method: 'DELETE', headers }).head).status).toBe(404);
    }
    await expectUnharmed(wire);
  },
  { ...ours, eras: ['2025-11-25'], transports: ['http'] },
);

onEveryWire(
  'case 91, case 64: an argument may be mirrored in a header that is called constructor',
  async (wire) => {
    await wire.listTools();
    expect(textOf(await wire.callTool('own.headers', { constructor: 'x', toString: 'y' }))).toBe('x y');
    expect(textOf(await wire.callTool('own.headers', {}))).toBe('none none');
    await expectUnharmed(wire);
  },
  ours,
);
