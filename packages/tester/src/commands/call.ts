import {
  inputRounds,
  RpcFailure,
  type CallResult,
  type Client,
  type InputParams,
  type ListedTool,
} from '@mcpfusion/client';
import { isLogLevel, isObject, logLevels, methods, type LogLevel, type Params } from '@mcpfusion/protocol';
import { exitCodes, type ExitCode } from '../exit/exit-code.js';
import { UsageError } from '../exit/tester-error.js';
import { checkOutput } from '../tool-result/check-output.js';
import { parseExactly } from '../json/parse-exactly.js';
import { showResult } from '../tool-result/show-result.js';
import type { CommandContext } from './command-context.js';
import type { Connection } from '../connection/connection.js';
import type { AnswerFlags, CallAnswers } from '../asking/call-answers.js';
import { Asking } from './asking.js';
import { verbosityOf, withConnection } from './with-connection.js';

export interface CallFlags extends AnswerFlags {
  /** A JSON object. */
  readonly args: string;
  readonly logLevel?: string;
}

/** `mcp-tester call TOOL`: calls it once and prints the result. A tool error exits with 1, in every format. */
export function call(context: CommandContext, name: string, flags: CallFlags): Promise<ExitCode> {
  const args = readArgs(flags.args);
  const wanted = readLevel(flags.logLevel);
  const asking = new Asking(context, flags);
  const work = async ({ client, target }: Connection): Promise<ExitCode> => {
    asking.serverName = client.server.info?.name ?? target.label;
    const isJson = context.options.format === 'json';
    const logLevel = wanted ?? (verbosityOf(context.options) > 0 ? 'debug' : undefined);
    try {
      const signal = AbortSignal.any([context.signal, asking.answers.signal]);
      if (context.options.raw) return await callRaw(context, client, asking.answers, { name, args, signal });

      const tool = await findTool(client, name, context.signal);
      const result = await callOnce(client, name, args, { logLevel, isWanted: wanted !== undefined, signal });
      asking.answers.check();
      asking.answers.noteUnused();
      context.output.print(isJson ? JSON.stringify(result, null, 2) : showResult(result));
      const broken = await checkOutput(tool, result);
      if (result.isError && !isJson) context.output.note(`${name} answered with a tool error (isError).`);
      if (broken !== undefined) context.output.note(broken);
      return result.isError || broken !== undefined ? exitCodes.failed : exitCodes.ok;
    } catch (error) {
      asking.answers.check();
      if (!(error instanceof RpcFailure) || !isJson) throw error;
      const { code, message, data } = error;
      context.output.print(JSON.stringify({ error: { code, message, data } }, null, 2));
      return exitCodes.failed;
    }
  };
  return withConnection(context, work, (view) => asking.open(view)).finally(() => asking.close());
}

/** The last result as it came, whatever it is; what asks for input is answered before. */
async function callRaw(
  { output }: CommandContext,
  client: Client,
  answers: CallAnswers,
  { name, args, signal }: { name: string; args: Params; signal: AbortSignal },
): Promise<ExitCode> {
  const send = (more: InputParams): Promise<Params> =>
    client.request(methods.toolsCall, { name, arguments: args, ...more }, { signal });
  const first = await send({});
  const { handlers, queue } = answers;
  const { capabilities } = queue;
  const asks = client.era === '2026-07-28' && first['resultType'] === 'input_required';
  const goOn = (more: InputParams): Promise<Params> =>
    Object.keys(more).length === 0 ? Promise.resolve(first) : send(more);
  const result = asks ? await inputRounds(goOn, { handlers, capabilities, signal }) : first;
  answers.check();
  answers.noteUnused();
  output.print(JSON.stringify(result, null, 2));
  return result['isError'] === true ? exitCodes.failed : exitCodes.ok;
}

async function findTool(client: Client, name: string, signal: AbortSignal): Promise<ListedTool | undefined> {
  // Over HTTP in 2026 the list also tells which arguments go into headers.
  return (await client.listTools({ signal })).find((tool) => tool.name === name);
}

async function callOnce(
  client: Client,
  name: string,
  args: Params,
  { logLevel, isWanted, signal }: { logLevel: LogLevel | undefined; isWanted: boolean; signal: AbortSignal },
): Promise<CallResult> {
  const isSession = client.era === '2025-11-25';
  // A level nobody asked for by name is left out where the server does not know levels.
  if (isSession && logLevel !== undefined && (isWanted || client.server.capabilities['logging'] !== undefined)) {
    await client.setLogLevel(logLevel, { signal });
  }
  return client.callTool(name, args, { signal, logLevel: isSession ? undefined : logLevel });
}

function readArgs(text: string): Params {
  let args: unknown;
  try {
    args = parseExactly(text);
  } catch (error) {
    throw new UsageError(`Expected --args to be a JSON object, got ${text}: ${(error as Error).message}`, {
      cause: error,
    });
  }
  if (!isObject(args))
    throw new UsageError(`Expected --args to be a JSON object such as '{"city":"Oslo"}', got ${text}.`);
  return args;
}

function readLevel(level: string | undefined): LogLevel | undefined {
  if (level === undefined || isLogLevel(level)) return level;
  throw new UsageError(`Expected --log-level to be one of ${logLevels.join(', ')}, got "${level}".`);
}
