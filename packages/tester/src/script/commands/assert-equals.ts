import type { ScriptCommand } from '../command.js';
import { assertionFailed } from '../failure.js';
import { quoted } from '../values/quoted.js';
import { wrongUsage } from './usage.js';

export const assertEquals: ScriptCommand = Object.freeze({
  name: 'assert_equals',
  usage: 'assert_equals EXPECTED | assert_equals VALUE EXPECTED',
  summary: 'The last result’s whole text or JSON is EXPECTED, or two values are the same text.',
  run: (args, { state }) => {
    const [first, second] = args;
    if (first === undefined || args.length > 2) throw wrongUsage(assertEquals, args);
    if (second !== undefined) {
      if (first !== second) throw assertionFailed(`${quoted(first)} is not equal to ${quoted(second)}`);
      return;
    }
    state.checkResult();
    if (state.text !== first && state.json !== first) {
      throw assertionFailed(`the text of the result is ${quoted(state.text)}, not ${quoted(first)}`);
    }
  },
} satisfies ScriptCommand);
