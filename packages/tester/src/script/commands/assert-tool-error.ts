import type { ScriptCommand } from '../command.js';
import { assertionFailed } from '../failure.js';
import { wrongUsage } from './usage.js';

export const assertToolError: ScriptCommand = Object.freeze({
  name: 'assert_tool_error',
  usage: 'assert_tool_error',
  summary: 'The last expected error is a tool error: a result with isError.',
  run: (args, { state }) => {
    if (args.length > 0) throw wrongUsage(assertToolError, args);
    if (!state.lastError) throw assertionFailed('expected a tool error, but there was no error');
    if (!state.lastError.isToolError) throw assertionFailed(`expected a tool error, got: ${state.text}`);
  },
} satisfies ScriptCommand);
