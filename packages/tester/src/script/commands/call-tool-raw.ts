import { isObject, type Params } from '@mcpfusion/protocol';
import { parseExactly } from '../../json/parse-exactly.js';
import { runToolCall } from '../calls/run-tool-call.js';
import type { ScriptCommand } from '../command.js';
import { scriptError } from '../failure.js';
import { quoted } from '../values/quoted.js';
import { wrongUsage } from './usage.js';

export const callToolRaw: ScriptCommand = Object.freeze({
  name: 'call_tool_raw',
  usage: 'call_tool_raw TOOL JSON_OBJECT',
  summary: 'Calls a tool with exactly these arguments.',
  reachesServer: true,
  run: async (args, scope) => {
    const [name, json] = args;
    if (name === undefined || json === undefined || args.length > 2) throw wrongUsage(callToolRaw, args);
    const params = readObject(json);
    await runToolCall(scope, name, () => params);
  },
} satisfies ScriptCommand);

function readObject(json: string): Params {
  let value: unknown;
  try {
    value = parseExactly(json);
  } catch (error) {
    throw scriptError(`expected a JSON object, got ${quoted(json)}: ${(error as Error).message}`);
  }
  if (!isObject(value)) throw scriptError(`expected a JSON object, got ${quoted(json)}`);
  return value;
}
