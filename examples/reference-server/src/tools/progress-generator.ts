import { setTimeout as sleep } from 'node:timers/promises';
import { progress, type ToolDefinition } from '@mcpfusion/core';
import { f } from '../fusion.js';
import { countdownContent, countdownOutput } from './countdown-facts.js';

/** The same as `progressTest`, as an async generator: `yield` is the side channel, and `finally` frees what was taken. */
export function progressGenerator(tickMs: number): ToolDefinition<unknown, unknown, object> {
  return f
    .query('progressGenerator')
    .describe('Count one second after the other, and report each; written as a generator')
    .withInteger('count', 'How many seconds', { min: 0, default: 10 })
    .withInteger('seconds', 'The same; wins over count', { min: 0, optional: true })
    .output(countdownOutput, { content: countdownContent })
    .handle(async function* ({ count, seconds }, ctx) {
      const total = seconds ?? count;
      let ticks = 0;
      try {
        while (ticks < total) {
          await sleep(tickMs, undefined, { signal: ctx.signal });
          ticks++;
          yield progress({ progress: ticks, total, message: `${ticks} of ${total}` });
        }
      } finally {
        if (ctx.signal.aborted) ctx.log.notice('the countdown was cancelled', { ticks, total });
      }
      return { status: 'completed' };
    });
}
