import { setTimeout as sleep } from 'node:timers/promises';
import { progress, type ToolDefinition } from '@mcpfusion/core';
import { f } from '../fusion.js';

const hourMs = 3_600_000;
const maxCleanupMs = 4_000;

/** Two tools: one holds something and takes a while to free it, the other says whether it is free. */
export function slowCleanup(): readonly ToolDefinition<unknown, unknown, object>[] {
  const states = new Map<string, 'held' | 'freed'>();
  return [
    f
      .action('slow_cleanup')
      .describe('Hold something for a while, and take time to free it, after a cancel as well')
      .withString('name', 'What to hold; resource_state takes the same name')
      .withInteger('steps', 'How many steps to hold it, each reported at its start', { min: 0, default: 100 })
      .withInteger('step_ms', 'How long a step takes', { min: 0, max: hourMs, default: 100 })
      .withInteger('cleanup_ms', 'How long freeing it takes', { min: 0, max: maxCleanupMs, default: 200 })
      .handle(async function* ({ name, steps, step_ms: stepMs, cleanup_ms: cleanupMs }, ctx) {
        states.set(name, 'held');
        ctx.log.info('took it', { name });
        try {
          for (let step = 1; step <= steps; step++) {
            yield progress({ progress: step, total: steps, message: `holding ${name}` });
            await sleep(stepMs, undefined, { signal: ctx.signal });
          }
          return `Held ${name}`;
        } finally {
          // Not with the signal: what was taken is freed in any case.
          await sleep(cleanupMs);
          states.set(name, 'freed');
          ctx.log.info('freed it', { name });
        }
      }),
    f
      .query('resource_state')
      .describe('Say whether slow_cleanup holds something')
      .withString('name', 'What slow_cleanup was told to hold')
      .handle(({ name }) => states.get(name) ?? 'never held'),
  ];
}
