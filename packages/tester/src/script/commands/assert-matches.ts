import { runWithin } from '../../json/run-within.js';
import type { ScriptCommand } from '../command.js';
import { assertionFailed, scriptError } from '../failure.js';
import { quoted } from '../values/quoted.js';
import { wrongUsage } from './usage.js';

/** Longer than this a pattern is taken for one that never ends. */
const limitMs = 5_000;

export const assertMatches: ScriptCommand = Object.freeze({
  name: 'assert_matches',
  usage: 'assert_matches [VALUE] REGEXP',
  summary: 'The JavaScript regular expression matches in the last result’s text or JSON, or in VALUE.',
  run: (args, { state }) => {
    const [first, second] = args;
    if (first === undefined || args.length > 2) throw wrongUsage(assertMatches, args);
    const pattern = compile(second ?? first);
    const matches = (text: string): boolean => runWithin(limitMs, () => pattern.test(text));
    if (second !== undefined) {
      if (!matches(first)) throw assertionFailed(`${quoted(first)} does not match ${String(pattern)}`);
      return;
    }
    state.checkResult();
    if (!matches(state.text) && !matches(state.json)) {
      throw assertionFailed(`the result does not match ${String(pattern)}; its text is ${quoted(state.text)}`);
    }
  },
} satisfies ScriptCommand);

function compile(source: string): RegExp {
  try {
    return new RegExp(source, 'u');
  } catch (error) {
    throw scriptError((error as Error).message);
  }
}
