import { initMCPFusion, progress, text, type ToolDefinition } from '@mcpfusion/core';
import { turn } from './watch.js';

const f = initMCPFusion();

/** Tools that end by themselves, now or in a turn or two. */
export function quickTools(): ToolDefinition<unknown, unknown, object>[] {
  const later = f
    .query('later')
    .withString('text', undefined, { optional: true })
    .handle(async (input) => {
      await turn();
      return text(input.text ?? 'later');
    });
  return [
    later,
    f
      .query('echo')
      .withString('text')
      .handle((input) => text(input.text)),
    f
      .query('count')
      .withInteger('to', undefined, { min: 0, max: 9 })
      .handle(async function* ({ to }, ctx) {
        for (let step = 1; step <= to; step++) {
          yield progress({ progress: step, total: to });
          if (step % 3 === 0) await turn();
        }
        ctx.log.error('counted', { to });
        return text('counted');
      }),
    f.action('fails').handle(() => {
      throw new Error('on purpose');
    }),
    f.mutation('changes').handle(async () => {
      await turn();
      return text('changed');
    }),
    f.action('nests').handle(async (_input, ctx) => ctx.call(later, { text: 'nested' })),
    f
      .query('mirrored')
      .withString('region', undefined, { header: 'Region' })
      .handle((input) => text(input.region)),
    f.query('constructor').handle(() => text('a tool like any other')),
  ];
}
