import type { ScriptCommand } from '../command.js';
import { pause } from '../pause.js';
import { readMs, wrongUsage } from './usage.js';

export const sleep: ScriptCommand = Object.freeze({
  name: 'sleep',
  usage: 'sleep MS',
  summary: 'Waits so many milliseconds.',
  run: async (args, { signal }) => {
    if (args.length !== 1) throw wrongUsage(sleep, args);
    await pause(readMs(args[0], sleep), signal);
  },
} satisfies ScriptCommand);
