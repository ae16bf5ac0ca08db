import { connect, http, textOf, type CallResult } from '@mcpfusion/client';
import { createServer, initMCPFusion, type FusionError } from '@mcpfusion/core';
import { serveHttp } from '@mcpfusion/core/node';
import { has, onEveryWire, rawOf, type Wire } from '@mcpfusion/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const ours = { clients: ['ours'] } as const;

/** Bytes as they are, as one message. */
async function sendBytes(wire: Wire, bytes: string | Uint8Array): Promise<void> {
  const client = rawOf(wire);
  if (wire.transport === 'http') {
    const session = client.sessionId === undefined ? {} : { 'Mcp-Session-Id': client.sessionId };
    const exchange = await client.sendRaw(bytes, {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': wire.era,
      ...session,
    });
    await exchange?.ended;
    return;
  }
  await client.sendRaw(bytes);
  if (wire.transport === 'stdio') await client.sendRaw('\n');
}

const broken: readonly [string, number][] = [
  ['garbage', -32700],
  ['{"jsonrpc":"2.0",', -32700],
  ['{"jsonrpc":"2.0","id":1,"method":"ping"} trailing', -32700],
  ["{'jsonrpc':'2.0'}", -32700],
  ['\ufeff\ufeff{}', -32700],
  ['null', -32600],
  ['true', -32600],
  ['42', -32600],
  ['"ping"', -32600],
  ['[]', -32600],
  ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600],
  ['[null,1,"x"]', -32600],
  ['{}', -32600],
  ['{"jsonrpc":"2.0"}', -32600],
  ['{"jsonrpc":"1.0","method":"ping"}', -32600],
  ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600],
  ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600],
  ['{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}', -32600],
  ['{"jsonrpc":"2.0","id":1e999,"method":"ping"}', -32600],
  ['{"jsonrpc":"2.0","id":[1],"method":"ping"}', -32600],
  ['{"jsonrpc":"2.0","id":true,"method":"ping"}', -32600],
  ['{"jsonrpc":"2.0","method":null}', -32600],
  ['{"jsonrpc":"2.0","method":"ping","params":"x"}', -32600],
  ['{"__proto__":{"jsonrpc":"2.0","id":1,"method":"ping"}}', -32600],
];

onEveryWire(
  'case 92, case 97: what is no message is answered without an id, and neither the server nor request 0 minds',
  async (wire) => {
    const client = rawOf(wire);
    const held = client.start('tools/call', { name: 'hold', arguments: { tag: 'zero' } }, { id: 0 });
    await wire.probeUntil(has('zero', 'started'));
    for (const [text, code] of broken) {
      const before = client.frames.length;
      await sendBytes(wire, text);
      const isNew = client.waitForFrame(
        (frame) => frame.direction === 'in' && frame.raw.includes('error') && client.frames.indexOf(frame) >= before,
      );
      const answer = JSON.parse((await isNew).raw) as Record<string, unknown>;
      expect([text, answer]).toEqual([
        text,
        { jsonrpc: '2.0', error: { code, message: expect.any(String) as string } },
      ]);
    }
    expect(textOf(await wire.callTool('echo', { text: 'alive' }))).toBe('alive');
    await wire.release('zero');
    expect(await held.result).toMatchObject({ content: [{ text: 'zero done' }] });
    expect(client.findings.filter(({ kind }) => kind !== 'response-without-id')).toEqual([]);
  },
  ours,
);

onEveryWire(
  'case 92: a call whose params are wrong is refused with its id',
  async (wire) => {
    const client = rawOf(wire);
    // Over HTTP in 2026 the header that names the tool is looked for before the tool is.
    const isNamedByHeader = wire.era === '2026-07-28' && wire.transport === 'http';
    for (const name of [undefined, null, 7, ['echo'], { toString: 'echo' }]) {
      const code = isNamedByHeader ? -32020 : -32602;
      await expect(client.request('tools/call', { name })).rejects.toMatchObject({ code });
    }
    for (const args of [null, 'x', 7, []]) {
      const call = client.request('tools/call', { name: 'echo', arguments: args });
      await expect(call).rejects.toMatchObject({ code: -32602 });
    }
    expect(textOf(await wire.callTool('echo', { text: 'alive' }))).toBe('alive');
    expect(client.findings).toEqual([]);
  },
  ours,
);

function codeOf({ _meta }: CallResult): string | undefined {
  return (_meta?.['dev.mcpfusion/error'] as { code?: string } | undefined)?.code;
}

onEveryWire(
  'case 94: a failed call is not checked against the output schema, and has no structured content',
  async (wire) => {
    const call = (how: string): Promise<CallResult> => wire.callTool('structured', { how });
    // The official clients check it once they know the schema.
    await wire.listTools();
    expect(await call('well')).toMatchObject({ isError: false, structuredContent: { n: 7 } });
    for (const [how, code, words] of [
      ['wrongly', 'OUTPUT_INVALID', 'n'],
      ['throws', 'INTERNAL_ERROR', 'failed'],
      ['refuses', 'NoSuchInvoice', 'There is no such invoice.'],
      ['otherwise', 'INVALID_ARGUMENTS', 'how'],
    ] as const) {
      const result = await call(how);
      expect([how, result.isError, codeOf(result), 'structuredContent' in result]).toEqual([how, true, code, false]);
      expect(textOf(result)).toContain(words);
      expect(JSON.stringify(result)).not.toContain('secret');
    }
  },
);

describe('case 89: a schema that JSON Schema cannot express', () => {
  const f = initMCPFusion();
  const refusalOf = (schema: z.ZodType<object>): FusionError | undefined => {
    try {
      f.query('report.dated').input(schema);
      return undefined;
    } catch (error) {
      return error as FusionError;
    }
  };

  it.each([
    ['a date', z.object({ id: z.string(), when: z.date() }), 'when'],
    ['a bigint', z.object({ amount: z.bigint() }), 'amount'],
    ['a symbol', z.object({ tag: z.symbol() }), 'tag'],
    [
      'a map below',
      z.object({ id: z.string(), range: z.object({ from: z.string(), by: z.map(z.string(), z.string()) }) }),
      'range.by',
    ],
  ])('with %s is refused where it is given, naming tool and path', (_what, schema, path) => {
    expect(refusalOf(schema)).toMatchObject({ code: 'SETUP', message: expect.stringContaining(`report.dated`) });
    expect(refusalOf(schema)?.message).toContain(` at ${path}: `);
  });

  it.each(['2025-11-25', '2026-07-28'] as const)(
    'spoils no list in %s: transforms are listed as they are given',
    async (era) => {
      const dated = z.object({
        at: z.iso.datetime().transform((text) => new Date(text)),
        count: z.coerce.number().default(3),
        short: z.string().transform((text) => text.length),
      });
      const tools = [
        f
          .query('report.dated')
          .input(dated)
          .handle(({ at, count, short }) => `${at.getUTCFullYear()} ${count} ${short}`),
        f.query('other').handle(() => 'still here'),
      ];
      const server = createServer({ name: 'dated', version: '1', log: false, tools });
      const { url } = await serveHttp(server, { port: 0 });
      const client = await connect(http({ url }), { era });
      const listed = await client.listTools();
      expect(listed.map(({ name }) => name)).toEqual(['report.dated', 'other']);
      expect(listed[0]?.inputSchema).toMatchObject({
        properties: { at: { type: 'string', format: 'date-time' }, short: { type: 'string' } },
      });
      const result = await client.callTool('report.dated', { at: '2026-07-28T10:00:00Z', short: 'four' });
      expect(textOf(result)).toBe('2026 3 4');
      expect(textOf(await client.callTool('other'))).toBe('still here');
      await client.close();
      await server.close({ drainMs: 0 });
    },
  );
});
