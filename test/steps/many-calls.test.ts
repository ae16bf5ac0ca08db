import { createServer, initMCPFusion, progress, type CallContext } from '@mcpfusion/core';
import { expect, it } from 'vitest';
import { bothEras } from '../lib/play.js';

const f = initMCPFusion();
const count = 4_000;
const note = f
  .mutation('note')
  .withNumber('n')
  .handle(({ n }) => n);

async function* callAll(_input: unknown, ctx: CallContext) {
  for (let n = 1; n <= count; n++) {
    await ctx.call(note, { n });
    yield progress(n);
  }
  return 'done';
}
const plain = f.action('plain').handle(callAll);
const interactive = f.action('interactive').interactive().handle(callAll);

it.each(bothEras)('many calls, each with a progress behind it, cost no more each, %s', async (_era, play) => {
  const server = createServer({
    name: 'test',
    version: '1',
    log: false,
    development: false,
    tools: [plain, interactive],
  });
  const timed = async (name: string): Promise<number> => {
    const beganAtMs = performance.now();
    expect(await play(server, name, () => ({}))).toBe('complete: done');
    return performance.now() - beganAtMs;
  };
  const plainMs = await timed('plain');
  // What is known of them is kept, which costs; were it looked through at each yield it would be forty times as much.
  expect((await timed('interactive')) / plainMs).toBeLessThan(15);
});
