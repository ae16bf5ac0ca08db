import type { ScriptCommand } from '../command.js';
import { assertionFailed } from '../failure.js';
import { quoted } from '../values/quoted.js';
import { wrongUsage } from './usage.js';

export const assertContains: ScriptCommand = Object.freeze({
  name: 'assert_contains',
  usage: 'assert_contains [VALUE] EXPECTED',
  summary: 'EXPECTED is part of the last result’s text or JSON, or of VALUE.',
  run: (args, { state }) => {
    const [first, second] = args;
    if (first === undefined) throw wrongUsage(assertContains, args);
    // Scripts exist that give more than two; what follows the second has never counted.
    if (second !== undefined) {
      if (!first.includes(second)) throw assertionFailed(`${quoted(first)} does not contain ${quoted(second)}`);
      return;
    }
    state.checkResult();
    if (!state.text.includes(first) && !state.json.includes(first)) {
      throw assertionFailed(`the result does not contain ${quoted(first)}; its text is ${quoted(state.text)}`);
    }
  },
} satisfies ScriptCommand);
