import type { ScriptCommand } from '../command.js';
import { assertionFailed } from '../failure.js';
import { toFailure } from '../to-failure.js';
import { wrongUsage } from './usage.js';

/** Only what looks for something can fail to find it: errors of the server, deadlines and the like pass through. */
export const assertNot: ScriptCommand = Object.freeze({
  name: 'assert_not',
  usage: 'assert_not COMMAND…',
  summary: 'The assertion does not hold, the path is not there, or the notification does not come.',
  run: async (args, scope) => {
    if (args.length === 0) throw wrongUsage(assertNot, args);
    try {
      await scope.run(args, scope);
    } catch (error) {
      const failure = toFailure(error);
      if (failure.kind === 'assertion') return;
      throw failure;
    }
    throw assertionFailed(`expected this not to hold: ${args.join(' ')}`);
  },
} satisfies ScriptCommand);
