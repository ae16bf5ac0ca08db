import type { ScriptCommand } from '../command.js';
import { CommandFailure } from '../failure.js';
import { readPath } from '../paths.js';
import { shortened } from '../values/quoted.js';
import { valueText } from '../values/value-text.js';
import { checkName, wrongUsage } from './usage.js';

export const setVar: ScriptCommand = Object.freeze({
  name: 'set_var',
  usage: 'set_var NAME PATH',
  summary: 'Keeps a value of the last result in a variable: $.sum, content.0.text, rawResponse.',
  run: (args, { state }) => {
    const [name, path] = args;
    if (name === undefined || path === undefined || args.length > 2) throw wrongUsage(setVar, args);
    checkName(name);
    state.checkResult();
    const value = readPath(state.result, path);
    if (value === null) throw new CommandFailure('assertion', `path not found: ${path} is null`);
    if (value === undefined) {
      throw new CommandFailure('assertion', `path not found: ${path}, in:\n${shortened(state.json)}`);
    }
    state.setVariable(name, valueText(value));
  },
} satisfies ScriptCommand);
