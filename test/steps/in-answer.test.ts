import { ask, createServer, initMCPFusion, step, type LogRecord } from '@mcpfusion/core';
import { describe, expect, it } from 'vitest';
import { bothEras } from '../lib/play.js';

const f = initMCPFusion();
const inside = (name: string): unknown => step(name, () => 1);

describe.each(bothEras)('a step or question inside an answer, %s', (_era, play) => {
  const ways: [string, (kept: unknown) => unknown][] = [
    ['a member', () => ({ r: inside('a') })],
    ['a list', () => ['a', 'b'].map(inside)],
    ['deep', () => ({ list: [{ r: inside('a') }] })],
    ['in a question', () => ({ r: ask.form('Sure?', { ok: ask.boolean() }) })],
    ['one that was made before the handler ran', (kept) => ({ r: kept })],
    ['in a list beside text', () => ['text', inside('a')]],
    ['in a Map', () => new Map([['r', inside('a')]])],
  ];
  it.each(ways)('as %s is SETUP with its cure, and the log has it', async (what, make) => {
    for (const development of [false, true]) {
      const records: LogRecord[] = [];
      const kept = inside('a');
      const tool = f
        .mutation('gives')
        .interactive()
        // What does not compile is given as if it were nothing.
        .handle(async function* () {
          yield* step('other', () => 1);
          return make(kept) as string;
        });
      const log = (record: LogRecord): void => void records.push(record);
      const server = createServer({ name: 'test', version: '1', development, log, tools: [tool] });
      const end = await play(server, 'gives', () => ({ action: 'decline' }));
      expect([what, end]).toEqual([what, 'SETUP']);
      expect(records).toMatchObject([{ level: 'error', message: 'tool failed', data: { tool: 'gives' } }]);
    }
  });

  it('is SETUP where the handler is no generator', async () => {
    const kept = inside('a');
    const plain = f.query('plain').handle(() => ({ r: kept }) as unknown as string);
    const server = createServer({ name: 'test', version: '1', log: false, tools: [plain] });
    expect(await play(server, 'plain', () => ({ action: 'decline' }))).toBe('SETUP');
  });
});
