import type { ScriptCommand } from '../command.js';
import { assertionFailed, scriptError } from '../failure.js';
import { wrongUsage } from './usage.js';

export const assertStringLength: ScriptCommand = Object.freeze({
  name: 'assert_string_length',
  usage: 'assert_string_length VALUE… MIN MAX',
  summary: 'The words, joined by a blank, are MIN to MAX bytes of UTF-8.',
  run: (args) => {
    if (args.length < 3) throw wrongUsage(assertStringLength, args);
    const words = args.slice(0, -2);
    const [min = '', max = ''] = args.slice(-2);
    if (!/^\d+$/.test(min) || !/^\d+$/.test(max)) {
      throw scriptError(`expected MIN and MAX to be whole numbers, got "${min}" and "${max}"`);
    }
    if (Number(min) > Number(max)) throw scriptError(`expected MIN to be at most MAX, got ${min} and ${max}`);
    const length = Buffer.byteLength(words.join(' '));
    if (length < Number(min) || length > Number(max)) {
      throw assertionFailed(`string length ${length} is not between ${min} and ${max}`);
    }
  },
} satisfies ScriptCommand);
