import { describe, expect, it } from 'vitest';
import { ask } from '../../handler/ask.js';
import { readInput } from '../../handler/read-input.js';
import { requireInput } from '../../handler/require-input.js';
import { initMCPFusion } from '../../tool/fusion.js';
import type { Concurrency, ToolKind } from '../../tool/definition.js';
import { connectInMemory } from '../memory.js';
import { createServer } from '../server.js';

const f = initMCPFusion();

/** Asks for a name under a key, as often as it gets none. */
const asking = (kind: ToolKind, runs: string[], concurrency: Concurrency<object> = { max: 9 }) =>
  f[kind]('greet')
    .concurrency(concurrency)
    .interactive()
    .handle(() => {
      runs.push('run');
      const name = readInput('who', { name: ask.string() })?.name;
      return name ?? requireInput({ inputRequests: { who: requireInput.elicit('Who?', { name: ask.string() }) } });
    });

interface Answer {
  readonly result?: {
    readonly resultType: string;
    readonly isError?: boolean;
    readonly content?: { text: string }[];
  };
  readonly error?: { code: number };
}

const call = (kind: ToolKind, inputResponses: unknown, runs: string[] = []): Promise<Answer> =>
  callTool(asking(kind, runs), inputResponses);

function callTool(tool: ReturnType<typeof asking>, inputResponses: unknown): Promise<Answer> {
  const server = createServer({ name: 't', version: '1', tools: [tool], log: false });
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
  };
  const params = { name: 'greet', inputResponses, _meta };
  return new Promise((resolve) => {
    const connection = connectInMemory(server, (json) => resolve(JSON.parse(json) as Answer));
    connection.receive(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
  });
}

const accept = (content: object) => ({ who: { action: 'accept', content } });

describe('MRT-27: answers that come before anything was asked', () => {
  it('do for a tool that reads', async () => {
    const runs: string[] = [];
    const { result } = await call('query', { ...accept({ name: 'Ann' }), other: { action: 'accept' } }, runs);
    expect([result?.resultType, result?.content?.[0]?.text]).toEqual(['complete', 'Ann']);
    expect(runs).toHaveLength(2);
  });

  it('find room where the first run has not left it yet', async () => {
    const one = asking('query', [], { max: 1, queue: 0 });
    expect((await callTool(one, accept({ name: 'Ann' }))).result?.content?.[0]?.text).toBe('Ann');
  });

  it.each<ToolKind>(['mutation', 'action'])(
    'are asked for again by a %s: nobody may have seen the question',
    async (kind) => {
      const runs: string[] = [];
      expect((await call(kind, accept({ name: 'Ann' }), runs)).result?.resultType).toBe('input_required');
      expect(runs).toHaveLength(1);
    },
  );

  it.each([
    ['none for the question', { other: { action: 'accept' } }],
    ['one that does not fit its form', accept({ name: 7 })],
    ['one without content', { who: { action: 'accept' } }],
    ['no action', { who: { action: 'ACCEPT' } }],
  ])('are asked for when there is %s', async (_what, responses) => {
    expect((await call('query', responses)).result?.resultType).toBe('input_required');
  });

  it('end the call when they refuse', async () => {
    const { result } = await call('query', { who: { action: 'decline' } });
    expect(result?.content?.[0]?.text).toContain('INPUT_DECLINED');
  });

  it.each([null, [], 7, 'x', { who: 7 }, { who: null }])('are -32602 when they are %j', async (responses) => {
    expect((await call('query', responses)).error?.code).toBe(-32602);
  });
});
