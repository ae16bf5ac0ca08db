import type { ScriptCommand } from '../command.js';
import { assertionFailed, scriptError } from '../failure.js';
import { quoted } from '../values/quoted.js';
import { wrongUsage } from './usage.js';

export const assertErrorCode: ScriptCommand = Object.freeze({
  name: 'assert_error_code',
  usage: 'assert_error_code CODE | assert_error_code tool',
  summary: 'The last expected error has this JSON-RPC code (0: none), or is a tool error. A success forgets the error.',
  run: (args, { state }) => {
    const [expected] = args;
    if (expected === undefined || args.length > 1) throw wrongUsage(assertErrorCode, args);
    if (expected !== 'tool' && !/^[+-]?\d+$/.test(expected)) {
      throw scriptError(`expected a whole number or the word tool, got ${quoted(expected)}`);
    }
    const { lastError } = state;
    if (!lastError) throw assertionFailed(`expected error code ${expected}, but there was no error`);
    const got = lastError.isToolError ? 'tool' : lastError.code;
    const isSame = expected === 'tool' ? got === 'tool' : got === Number(expected);
    if (!isSame) throw assertionFailed(`expected error code ${expected}, got ${got}: ${state.text}`);
  },
} satisfies ScriptCommand);
