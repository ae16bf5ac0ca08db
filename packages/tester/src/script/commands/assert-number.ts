import type { ScriptCommand } from '../command.js';
import { assertionFailed } from '../failure.js';
import { parseNumber } from '../values/go-number.js';
import { quoted } from '../values/quoted.js';
import { wrongUsage } from './usage.js';

export const assertNumber: ScriptCommand = Object.freeze({
  name: 'assert_number',
  usage: 'assert_number VALUE',
  summary: 'VALUE is a number.',
  run: (args) => {
    const [value] = args;
    if (value === undefined || args.length > 1) throw wrongUsage(assertNumber, args);
    if (parseNumber(value) === undefined) throw assertionFailed(`${quoted(value)} is not a number`);
  },
} satisfies ScriptCommand);
