import type { ScriptCommand } from '../command.js';
import { checkName, wrongUsage } from './usage.js';

export const set: ScriptCommand = Object.freeze({
  name: 'set',
  usage: 'set NAME VALUE…',
  summary: 'Sets a variable to the words, joined by a blank.',
  run: (args, { state }) => {
    const [name, ...words] = args;
    if (name === undefined || words.length === 0) throw wrongUsage(set, args);
    state.setVariable(checkName(name), words.join(' '));
  },
} satisfies ScriptCommand);
