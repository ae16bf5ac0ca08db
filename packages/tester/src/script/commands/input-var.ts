import type { ScriptCommand } from '../command.js';
import { untilAborted } from '../pause.js';
import { checkName, wrongUsage } from './usage.js';

export const inputVar: ScriptCommand = Object.freeze({
  name: 'input_var',
  usage: 'input_var NAME [PROMPT…]',
  summary: 'Prints the prompt and reads one line into a variable; at the end of the input it stays as it was.',
  run: async (args, { host, state, signal }) => {
    const [name, ...prompt] = args;
    if (name === undefined) throw wrongUsage(inputVar, args);
    checkName(name);
    if (prompt.length > 0) host.print(prompt.join(' '));
    const line = await untilAborted(host.readLine(signal), signal);
    if (line !== undefined) state.setVariable(name, line);
  },
} satisfies ScriptCommand);
