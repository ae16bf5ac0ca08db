import type { ScriptCommand } from '../command.js';
import { scriptError } from '../failure.js';
import { isVariableName } from '../variables.js';
import { wrongUsage } from './usage.js';

export const set: ScriptCommand = Object.freeze({
  name: 'set',
  usage: 'set NAME VALUE…',
  summary: 'Sets a variable to the words, joined by a blank.',
  run: (args, { state }) => {
    const [name, ...words] = args;
    if (name === undefined || words.length === 0) throw wrongUsage(set, args);
    if (!isVariableName(name)) throw scriptError(`expected a name of letters, digits and _, got "${name}"`);
    state.variables.set(name, words.join(' '));
  },
} satisfies ScriptCommand);
