import { toolArguments } from '../arguments/tool-arguments.js';
import { runToolCall } from '../calls/run-tool-call.js';
import type { ScriptCommand } from '../command.js';
import { wrongUsage } from './usage.js';

export const callTool: ScriptCommand = Object.freeze({
  name: 'call_tool',
  usage: 'call_tool TOOL [NAME:VALUE | VALUE]…',
  summary: 'Calls a tool; its arguments are converted by its input schema, its result checked by its output schema.',
  reachesServer: true,
  run: async (args, scope) => {
    const [name, ...rest] = args;
    if (name === undefined) throw wrongUsage(callTool, args);
    await runToolCall(scope, name, (tool) => toolArguments(tool, rest));
  },
} satisfies ScriptCommand);
