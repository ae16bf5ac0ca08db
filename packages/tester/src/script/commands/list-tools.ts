import { fetchTools } from '../calls/fetch-tools.js';
import type { ScriptCommand } from '../command.js';
import { wrongUsage } from './usage.js';

export const listTools: ScriptCommand = Object.freeze({
  name: 'list_tools',
  usage: 'list_tools',
  summary: 'Lists the tools of all pages: the result is { tools }, its text their names, one a line.',
  reachesServer: true,
  run: async (args, scope) => {
    if (args.length > 0) throw wrongUsage(listTools, args);
    const tools = await fetchTools(scope, { what: 'list_tools' });
    scope.state.setResult({ tools }, tools.map(({ name }) => name).join('\n'));
  },
} satisfies ScriptCommand);
