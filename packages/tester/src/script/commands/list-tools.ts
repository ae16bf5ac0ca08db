import { listTools as list } from '../calls/call-tool.js';
import type { ScriptCommand } from '../command.js';
import { wrongUsage } from './usage.js';

export const listTools: ScriptCommand = Object.freeze({
  name: 'list_tools',
  usage: 'list_tools',
  summary: 'Lists the tools of all pages: the result is { tools }, its text their names, one a line.',
  run: async (args, scope) => {
    if (args.length > 0) throw wrongUsage(listTools, args);
    const tools = await list(scope, 'list_tools');
    scope.state.setResult({ tools }, tools.map(({ name }) => name).join('\n'));
    scope.state.lastError = undefined;
  },
} satisfies ScriptCommand);
