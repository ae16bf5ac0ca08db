import { ParamMirror, type CallResult, type ListedTool } from '@mcpfusion/client';
import { methods, type Params } from '@mcpfusion/protocol';
import { checkOutput } from '../../tool-result/check-output.js';
import type { CommandScope } from '../command.js';
import { CommandFailure } from '../failure.js';
import { toFailure } from '../to-failure.js';
import { resultText } from '../state.js';
import { quoted } from '../values/quoted.js';
import { fetchTools } from './fetch-tools.js';
import { runCall } from './run-call.js';

/**
 * Lists the tools, calls one, keeps the result in the state and fails if it is an error or breaks its output schema.
 * Failures that are not the script's fault are told without their line.
 */
export async function runToolCall(
  scope: CommandScope,
  name: string,
  toArguments: (tool: ListedTool | undefined) => Params,
): Promise<void> {
  scope.state.forgetResult();
  try {
    const tools = await fetchTools(scope, { what: `tools/list before call_tool ${name}`, isPreparation: true });
    const tool = tools.find((listed) => listed.name === name);
    const args = toArguments(tool);
    const result = await runCall(scope, {
      method: methods.toolsCall,
      params: { name, arguments: args },
      what: `call_tool ${name}`,
      headers: mirrored(scope, tool, args),
    });
    scope.state.setResult(result);
    await checkResult(tool, result);
  } catch (error) {
    throw toFailure(error).asBare();
  }
}

/** Over HTTP in 2026 some arguments are repeated in headers; a tool that asks for it wrongly must not be called. */
function mirrored(scope: CommandScope, tool: ListedTool | undefined, args: Params): Readonly<Record<string, string>> {
  const { transport, era } = scope.session.connection.client;
  if (!tool || transport !== 'http' || era !== '2026-07-28') return {};
  const mirror = new ParamMirror();
  const [refused] = mirror.learn([tool]);
  if (refused) throw new CommandFailure('other', `${refused.name} cannot be called over HTTP: ${refused.why}`);
  return mirror.headersFor(tool.name, args);
}

async function checkResult(tool: ListedTool | undefined, result: Params): Promise<void> {
  if (result['isError'] === true) {
    const said = resultText(result) || JSON.stringify(result['content'] ?? null);
    throw new CommandFailure('tool', `tool error: ${said}`, { toolResult: result });
  }
  const { resultType = 'complete' } = result;
  if (resultType !== 'complete') {
    throw new CommandFailure('other', `expected a complete result, got resultType ${quoted(String(resultType))}`);
  }
  const problem = await checkOutput(tool, result as CallResult);
  if (problem !== undefined) throw new CommandFailure('other', problem);
}
