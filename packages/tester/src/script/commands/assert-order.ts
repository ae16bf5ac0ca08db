import type { ScriptCommand } from '../command.js';
import { assertionFailed } from '../failure.js';
import { parseNumber } from '../values/go-number.js';
import { quoted } from '../values/quoted.js';
import { wrongUsage } from './usage.js';

export const assertGt = comparison('assert_gt', '>', 'A is greater than B.', (a, b) => a > b);
export const assertGe = comparison('assert_ge', '>=', 'A is greater than B, or equal.', (a, b) => a >= b);
export const assertLt = comparison('assert_lt', '<', 'A is less than B.', (a, b) => a < b);
export const assertLe = comparison('assert_le', '<=', 'A is less than B, or equal.', (a, b) => a <= b);

function comparison(
  name: string,
  sign: string,
  summary: string,
  holds: (a: number, b: number) => boolean,
): ScriptCommand {
  const command: ScriptCommand = {
    name,
    usage: `${name} A B`,
    summary,
    run: (args) => {
      const [a, b] = args;
      if (a === undefined || b === undefined || args.length > 2) throw wrongUsage(command, args);
      if (!holds(readNumber(a), readNumber(b))) throw assertionFailed(`expected ${a} ${sign} ${b}`);
    },
  };
  return Object.freeze(command);
}

function readNumber(text: string): number {
  const value = parseNumber(text);
  if (value === undefined) throw assertionFailed(`${quoted(text)} is not a number`);
  return value;
}
