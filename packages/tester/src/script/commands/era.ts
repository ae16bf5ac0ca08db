import type { Era } from '@mcpfusion/protocol';
import type { ScriptCommand } from '../command.js';
import { scriptError } from '../failure.js';
import { wrongUsage } from './usage.js';

export const era: ScriptCommand = Object.freeze({
  name: 'era',
  usage: 'era 2025-11-25|2026-07-28',
  summary:
    'Closes the connection and opens a new one in that revision; variables and the last result stay, the log level does not.',
  reachesServer: true,
  run: async (args, { session, isParallel }) => {
    const [wanted] = args;
    if (wanted === undefined || args.length > 1) throw wrongUsage(era, args);
    if (!isEra(wanted)) throw scriptError(`expected 2025-11-25 or 2026-07-28, got "${wanted}"`);
    if (isParallel) throw scriptError('era cannot stand in parallel: the commands beside it use the connection');
    await session.open(wanted);
  },
} satisfies ScriptCommand);

function isEra(word: string): word is Era {
  return word === '2025-11-25' || word === '2026-07-28';
}
