import {
  checkParamHeaders,
  codecs,
  errorCodes,
  isObject,
  latestStateless,
  rpcError,
  type Params,
} from '@mcpfusion/protocol';
import { raceCancel, type Cancellation } from '../../call/cancellation.js';
import type { Outcome } from '../../call/outcome.js';
import type { ProgressChannel } from '../../call/progress-channel.js';
import { internalError, isTellable } from '../../call/failure.js';
import { runCall, type Call } from '../../call/run-call.js';
import type { RequestExtra } from '../../handler/context.js';
import { createLog, type Log } from '../../handler/log.js';
import { noProgress, type ProgressReporter } from '../../handler/progress.js';
import { FusionError } from '../../errors.js';
import type { CallInput } from '../../input/call-input.js';
import type { Interactive } from '../../tool/definition.js';
import type { CompiledTool } from '../../tool/compile-tool.js';
import type { OutputSpec } from '../../tool/schema.js';
import { ClientLog } from '../client-log.js';
import { openChannel, reporterOf } from '../call-progress.js';
import { CallRequest } from '../request-extra.js';
import { invalidParams, RpcFailure } from '../rpc-failure.js';
import { toContent } from '../tool-content.js';
import { toToolError } from '../tool-error.js';
import type { MethodCall } from '../method-call.js';
import { checkRetryParams, openInput, refuseState, toRpcFailure, type OpenedInput } from './interactive-call.js';
import type { Method } from './method.js';

/** Finds the tool, gives it its channels, and writes its outcome. Source: 2026-07-28, Tools, Calling Tools. */
export const toolsCall: Method = (call) => {
  const tool = findTool(call);
  checkHeaders(call, tool);
  checkRetryParams(call);
  const { interactive } = tool.definition;
  if (interactive) return openCall(call, tool, interactive);
  refuseState(call, tool.definition.name);
  runCall(call.server.engine, new ToolCall(call, tool));
  return undefined;
};

/** A tool that may ask begins with what it knows from earlier rounds. */
function openCall(call: MethodCall, tool: CompiledTool, interactive: Interactive): Params | undefined {
  const begin = (opened: OpenedInput): void => {
    if (opened.kind === 'open') runCall(call.server.engine, new ToolCall(call, tool, opened.input));
    else call.succeed(toInputRequired(opened));
  };
  try {
    const opened = openInput(call, tool.definition, interactive);
    if (opened instanceof Promise) {
      // A store may hang; the call must end all the same.
      raceCancel(opened, call.exchange.cancellation)
        .then(begin)
        .catch((thrown: unknown) => answerFailure(call, thrown));
    } else begin(opened);
  } catch (thrown) {
    answerFailure(call, thrown);
  }
  return undefined;
}

function answerFailure(call: MethodCall, thrown: unknown): void {
  if (!(thrown instanceof FusionError)) return call.fail(thrown);
  const failure = toRpcFailure(thrown, call.exchange.era === latestStateless);
  if (failure) call.fail(failure);
  else call.succeed(toToolError(thrown));
}

function toInputRequired({ requests, state }: { readonly requests: object; readonly state: string }): Params {
  return { resultType: 'input_required', inputRequests: requests, requestState: state };
}

function findTool({ server, params }: MethodCall): CompiledTool {
  const { name, arguments: args } = params;
  if (typeof name !== 'string') throw invalidParams('expected name to be a string');
  if (args !== undefined && !isObject(args)) throw invalidParams('expected arguments to be an object');
  const tool = server.registry.find(name);
  if (!tool) throw invalidParams(`unknown tool ${JSON.stringify(name)}; tools/list names those there are`);
  return tool;
}

/** The last rung of the check ladder, since only the tool knows these headers. */
function checkHeaders({ exchange, arrival, params }: MethodCall, { paramHeaders }: CompiledTool): void {
  if (paramHeaders.length === 0 || !arrival.header || exchange.era !== latestStateless) return;
  const mismatch = checkParamHeaders(paramHeaders, arrival.header, params['arguments']);
  if (mismatch) throw new RpcFailure(mismatch);
}

/** A call that came from a client. */
class ToolCall implements Call {
  readonly tool: CompiledTool;
  readonly rawInput: unknown;
  readonly cancellation: Cancellation;
  readonly extra: RequestExtra;
  readonly progress: ProgressReporter;
  readonly parent = undefined;
  readonly input: CallInput | undefined;
  readonly #of: MethodCall;
  readonly #channel: ProgressChannel | undefined;
  #clientLog: ClientLog | undefined;

  constructor(of: MethodCall, tool: CompiledTool, input?: CallInput) {
    this.tool = tool;
    this.input = input;
    this.rawInput = of.params['arguments'];
    this.cancellation = of.exchange.cancellation;
    this.extra = new CallRequest(of, tool.definition.name);
    this.#of = of;
    this.#channel = openChannel(of, tool);
    const { reported } = input?.memory ?? {};
    if (reported !== undefined) this.#channel?.goOnFrom(reported);
    this.progress = this.#channel ? reporterOf(this.#channel) : noProgress;
  }

  openLog(): Log {
    this.#clientLog ??= new ClientLog(this.#of, this.tool.wireName);
    return createLog(this.tool.definition.name, [this.#clientLog.sink, this.#of.server.logSink]);
  }

  onRound(): void {
    this.#channel?.beginRound();
  }

  onSealing(): void {
    const reported = this.#channel?.reported;
    if (this.input && reported !== undefined) this.input.memory.reported = reported;
  }

  onOutcome(outcome: Outcome): void {
    // The last value before the answer is never lost; after it nothing comes.
    this.#channel?.finish();
    this.#clientLog?.finish();
    // Straight to the wire: no other result is as common.
    if (outcome.kind === 'complete' && typeof outcome.value === 'string' && !this.tool.definition.output)
      return this.#of.succeedWithText(outcome.value);
    try {
      this.#of.succeed(toResult(this.#of, this.tool, outcome));
    } catch (thrown) {
      this.#of.fail(thrown);
    }
  }
}

function toResult(call: MethodCall, tool: CompiledTool, outcome: Outcome): Params {
  switch (outcome.kind) {
    case 'complete':
      return toCompleteResult(call, tool, outcome.value);
    case 'input_required':
      return toInputRequired(outcome);
    case 'failed': {
      const failure = toRpcFailure(outcome.error, call.exchange.era === latestStateless);
      if (failure) throw failure;
      if (outcome.error.code === 'INVALID_ARGUMENTS' && call.server.invalidArguments === 'protocol-error') {
        throw new RpcFailure(rpcError(errorCodes.invalidParams, outcome.error.message, { code: outcome.error.code }));
      }
      return toToolError(outcome.error);
    }
    case 'cancelled':
      // The exchange is over by now and writes nothing.
      return {};
  }
}

function toCompleteResult({ server, exchange }: MethodCall, { definition }: CompiledTool, value: unknown): Params {
  const { era, envelope } = exchange;
  try {
    if (!definition.output) return { content: toContent(value) };
    const content = toContent(contentOf(definition.output, value));
    return { content, ...codecs[era].structuredContent(value, definition.output.jsonSchema, envelope.protocolVersion) };
  } catch (cause) {
    server.log.error('tool failed', { tool: definition.name, cause });
    return toToolError(isTellable(cause) ? cause : internalError(cause));
  }
}

function contentOf({ content }: OutputSpec, value: unknown): unknown {
  return content ? content(value as never) : value;
}
