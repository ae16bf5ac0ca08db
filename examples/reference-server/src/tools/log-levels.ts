import { f } from '../fusion.js';

const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

export const logLevels = f
  .query('log_levels')
  .describe('Log one record at each of the eight levels')
  .handle((_input, ctx) => {
    for (const level of levels) ctx.log[level](`a record of level ${level}`);
    return `Logged ${levels.length} records`;
  });
