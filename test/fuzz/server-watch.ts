import type { Server } from '@mcpfusion/core';
import { coreOf } from '../../packages/core/src/server/server.js';
import { checkCrashes, timerCount, until } from './watch.js';

/** What there is before a run, and must be again after it. */
export function watchServer(server: Server): { readonly checkIdle: () => Promise<void> } {
  const timersBefore = timerCount();
  const { engine, exchanges } = coreOf(server);
  const left = (): Record<string, number> => {
    const { inFlight, queued, running, abandonedTotal } = server.counts();
    const [lines, timers] = [engine.scheduler.lines, timerCount() - timersBefore];
    return { inFlight, exchanges: exchanges.size, queued, running, abandonedTotal, lines, timers };
  };
  return {
    checkIdle: async () => {
      await until(
        () => Object.values(left()).every((count) => count === 0),
        () => `left behind ${JSON.stringify(left())}`,
      );
      checkCrashes();
    },
  };
}
