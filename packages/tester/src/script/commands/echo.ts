import type { ScriptCommand } from '../command.js';

export const echo: ScriptCommand = Object.freeze({
  name: 'echo',
  usage: 'echo [WORD…]',
  summary: 'Prints the words, joined by a blank.',
  run: (args, { host }) => host.print(args.join(' ')),
} satisfies ScriptCommand);
