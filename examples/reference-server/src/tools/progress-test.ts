import { setTimeout as sleep } from 'node:timers/promises';
import type { ToolDefinition } from '@mcpfusion/core';
import { f } from '../fusion.js';
import { countdownContent, countdownOutput } from './countdown-facts.js';

/** A plain async function: progress through `ctx.progress`, the cancel through `ctx.signal`. */
export function progressTest(tickMs: number): ToolDefinition<unknown, unknown, object> {
  return f
    .query('progressTest')
    .describe('Count one second after the other, and report each')
    .withInteger('count', 'How many seconds', { min: 0, default: 10 })
    .withInteger('seconds', 'The same; wins over count', { min: 0, optional: true })
    .output(countdownOutput, { content: countdownContent })
    .handle(async ({ count, seconds }, ctx) => {
      const total = seconds ?? count;
      let ticks = 0;
      try {
        while (ticks < total) {
          await sleep(tickMs, undefined, { signal: ctx.signal });
          ticks++;
          ctx.progress({ progress: ticks, total });
        }
      } catch (error) {
        // The place to free what the work has taken.
        if (ctx.signal.aborted) ctx.log.notice('the countdown was cancelled', { ticks, total });
        throw error;
      }
      return { status: 'completed' };
    });
}
