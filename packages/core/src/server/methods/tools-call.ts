import {
  checkParamHeaders,
  codecs,
  errorCodes,
  isObject,
  latestStateless,
  methods,
  rpcError,
  type Params,
} from '@mcpfusion/protocol';
import { andThen } from '../../call/and-then.js';
import type { Outcome } from '../../call/outcome.js';
import { ProgressChannel } from '../../call/progress-channel.js';
import { internalError } from '../../call/failure.js';
import { runCall } from '../../call/run-call.js';
import { createLog } from '../../handler/log.js';
import { createReporter, noProgress } from '../../handler/progress.js';
import type { CompiledTool } from '../../tool/compile-tool.js';
import { clientLogSink } from '../client-log.js';
import { CallRequest } from '../request-extra.js';
import { invalidParams, RpcFailure } from '../rpc-failure.js';
import { toContent } from '../tool-content.js';
import { toToolError } from '../tool-error.js';
import type { Method, MethodContext } from './method.js';

/** Finds the tool, gives it its channels, and writes its outcome. Source: 2026-07-28, Tools, Calling Tools. */
export const toolsCall: Method = (context) => {
  const { server, exchange, params } = context;
  const tool = findTool(context);
  checkHeaders(context, tool);
  const channel = openChannel(context, tool);
  const outcome = runCall(server.engine, {
    tool,
    rawInput: params['arguments'],
    cancellation: exchange.cancellation,
    extra: new CallRequest(context, tool.definition.name),
    progress: channel
      ? createReporter(
          (fields) => channel.report(fields),
          () => channel.etaMs(),
        )
      : noProgress,
    openLog: () => createLog(tool.definition.name, [clientLogSink(context, tool.wireName), server.logSink]),
    parent: undefined,
  });
  return andThen(outcome, (ended) => {
    // The last value before the answer is never lost; after it nothing comes.
    channel?.finish();
    return toResult(context, tool, ended);
  });
};

function findTool({ server, params }: MethodContext): CompiledTool {
  const { name, arguments: args } = params;
  if (typeof name !== 'string') throw invalidParams('expected name to be a string');
  if (args !== undefined && !isObject(args)) throw invalidParams('expected arguments to be an object');
  const tool = server.registry.find(name);
  if (!tool) throw invalidParams(`unknown tool ${JSON.stringify(name)}; tools/list names those there are`);
  return tool;
}

/** The last rung of the check ladder, since only the tool knows these headers. */
function checkHeaders({ exchange, arrival, params }: MethodContext, { paramHeaders }: CompiledTool): void {
  if (paramHeaders.length === 0 || !arrival.header || exchange.era !== latestStateless) return;
  const mismatch = checkParamHeaders(paramHeaders, arrival.header, params['arguments']);
  if (mismatch) throw new RpcFailure(mismatch);
}

/** Without a token there is no channel. Source: 2026-07-28, Progress, Progress Flow. */
function openChannel({ server, exchange }: MethodContext, tool: CompiledTool): ProgressChannel | undefined {
  const { progressToken } = exchange.envelope;
  if (progressToken === undefined) return undefined;
  const { outlet } = exchange;
  const channel = new ProgressChannel(
    progressToken,
    {
      send: (params) => exchange.notify(methods.progress, params),
      isPressed: () => outlet.isPressed(),
      whenDrained: (callback) => outlet.whenDrained(callback),
    },
    server.progress,
    (message) => server.log.warning(message, { tool: tool.definition.name }),
  );
  exchange.cancellation.onCancel(() => channel.close());
  return channel;
}

function toResult(context: MethodContext, tool: CompiledTool, outcome: Outcome): Params {
  switch (outcome.kind) {
    case 'complete':
      return toCompleteResult(context, tool, outcome.value);
    case 'failed':
      if (outcome.error.code === 'INVALID_ARGUMENTS' && context.server.invalidArguments === 'protocol-error') {
        throw new RpcFailure(rpcError(errorCodes.invalidParams, outcome.error.message, { code: outcome.error.code }));
      }
      return toToolError(outcome.error);
    case 'cancelled':
      // The exchange is over by now and writes nothing.
      return {};
  }
}

function toCompleteResult({ server, exchange }: MethodContext, { definition }: CompiledTool, value: unknown): Params {
  const { era, envelope } = exchange;
  try {
    const content = toContent(value);
    if (!definition.output) return { content };
    return { content, ...codecs[era].structuredContent(value, definition.output.jsonSchema, envelope.protocolVersion) };
  } catch (cause) {
    server.log.error('tool failed', { tool: definition.name, cause });
    return toToolError(internalError(cause));
  }
}
