import type { ScriptCommand } from '../command.js';
import { assertionFailed } from '../failure.js';
import { lastCallOf } from './last-call.js';
import { wrongUsage } from './usage.js';

/** 2026: results that asked for something, however much. 2025: questions, since each is a request of its own. */
export const assertRounds: ScriptCommand = Object.freeze({
  name: 'assert_rounds',
  usage: 'assert_rounds N',
  summary: 'The last call asked for input N times: 2026, in so many results; 2025, in so many questions.',
  run: (args, { state }) => {
    const [count = ''] = args;
    if (args.length !== 1 || !/^\d+$/.test(count)) throw wrongUsage(assertRounds, args);
    const { input, what } = lastCallOf(state);
    if (input.rounds === Number(count)) return;
    throw assertionFailed(`expected ${count} rounds of input, ${what} took ${input.rounds}`);
  },
} satisfies ScriptCommand);
