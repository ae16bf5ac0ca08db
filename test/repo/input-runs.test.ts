import { ask, createServer, initMCPFusion, progress, readInput, requireInput, step } from '@mcpfusion/core';
import { connectInMemory } from '@mcpfusion/core';
import { expect, it } from 'vitest';
import { bothEras } from '../lib/play.js';
import { readText } from './files.js';

const [, section = ''] = (await readText('docs/input.md')).split('\n### What runs how often\n');
const rows = (section.split('\n### ')[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) => line.slice(2, -2).split(' | '));

const f = initMCPFusion();
const fields = { ok: ask.boolean() };
const other = { fine: ask.boolean() };
const counts = new Map<string, number>();
const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);

const counting = f.middleware(({ next }) => {
  count('context and middleware');
  return next();
});

const generator = f
  .mutation('generator')
  .use(counting)
  .interactive()
  .handle(async function* () {
    try {
      count('code before the first question');
      yield progress(10);
      yield* step('first', () => count('a step before the first question'));
      yield* ask.form('First?', fields);
      count('code between the questions');
      yield* step('between', () => count('a step between the questions'));
      yield* ask.form('Second?', other);
      count('code behind the last question');
      return 'done';
    } finally {
      count('plain code in a `finally` around all of it');
      yield* step('finally', () => count('a step in that `finally`'));
    }
  });

const byReturn = f
  .mutation('return')
  .use(counting)
  .interactive()
  .handle((_input, ctx) => {
    try {
      count('code before the first question');
      ctx.progress(10);
      if (readInput('ok') === undefined) return requireInput.elicit('First?', fields);
      count('code between the questions');
      if (readInput('fine') === undefined) return requireInput.elicit('Second?', other);
      count('code behind the last question');
      return 'done';
    } finally {
      count('plain code in a `finally` around all of it');
    }
  });

it('the table of what runs how often is what is counted', async () => {
  const columns: Map<string, number>[] = [];
  for (const name of ['return', 'generator']) {
    for (const [, play] of bothEras) {
      counts.clear();
      const server = createServer({ name: 'test', version: '1', log: false, tools: [generator, byReturn] });
      const end = await play(server, name, ({ params }) => ({
        action: 'accept',
        content: (params as { message?: string }).message === 'First?' ? { ok: true } : { fine: true },
      }));
      expect(end).toBe('complete: done');
      columns.push(new Map(counts));
    }
  }
  const [returned, returnedStateless, live, replayed] = columns;
  expect(returnedStateless).toEqual(returned);
  const seen = rows.map(([what = '']) => [what, ...[returned, live, replayed].map((column) => column?.get(what) ?? 0)]);
  const told = rows.map(([what = '', ...cells]) => [what, ...cells.map((cell) => (cell === '–' ? 0 : Number(cell)))]);
  const seenByClient = told.find(([what]) => String(what).startsWith('progress')) as unknown[];
  expect(seenByClient.slice(1)).toEqual([1, 1, 1]);
  expect(seen.filter(([what]) => !String(what).startsWith('progress'))).toEqual(
    told.filter((row) => row !== seenByClient),
  );
  expect(told).toHaveLength(9);
});

it.each(['return', 'generator'])('progress before the first question reaches the client once: %s', async (name) => {
  const server = createServer({ name: 'test', version: '1', log: false, tools: [generator, byReturn] });
  let sent = 0;
  let params: object = {};
  for (;;) {
    const frame = await new Promise<{ readonly result: Record<string, unknown> }>((resolve) => {
      const connection = connectInMemory(server, (json) => {
        const message = JSON.parse(json) as { readonly method?: string; readonly result: Record<string, unknown> };
        if (message.method === 'notifications/progress') sent++;
        else resolve(message);
      });
      const meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
        progressToken: 1,
      };
      const call = { name, arguments: {}, ...params, _meta: meta };
      connection.receive(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }));
    });
    const { inputRequests, requestState } = frame.result;
    if (!inputRequests) break;
    const answers = Object.keys(inputRequests).map((key) => [
      key,
      { action: 'accept', content: { ok: true, fine: true } },
    ]);
    params = { requestState, inputResponses: Object.fromEntries(answers) };
  }
  expect(sent).toBe(1);
});
