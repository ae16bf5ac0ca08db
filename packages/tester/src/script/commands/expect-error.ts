import type { ScriptCommand } from '../command.js';
import { assertionFailed, isExpectable } from '../failure.js';
import { toFailure } from '../to-failure.js';
import { wrongUsage } from './usage.js';

export const expectError: ScriptCommand = Object.freeze({
  name: 'expect_error',
  usage: 'expect_error COMMAND…',
  summary:
    'The command fails, and not because the script is wrong or the server is gone; keeps { error, code, isToolError }.',
  run: async (args, scope) => {
    if (args.length === 0) throw wrongUsage(expectError, args);
    try {
      await scope.run(args, scope);
    } catch (error) {
      const failure = toFailure(error);
      if (!isExpectable(failure)) throw failure;
      scope.state.setError(failure);
      return;
    }
    throw assertionFailed(`expected an error, but this succeeded: ${args.join(' ')}`);
  },
} satisfies ScriptCommand);
