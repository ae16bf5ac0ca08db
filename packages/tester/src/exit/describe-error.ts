import {
  CallCancelled,
  CallTimedOut,
  ConnectionLost,
  HttpFailure,
  RpcFailure,
  UnusableAnswer,
} from '@mcpfusion/client';
import type { RpcError } from '@mcpfusion/protocol';
import { visible } from '../terminal/visible.js';
import { exitCodes, type ExitCode } from './exit-code.js';
import { isFromServer } from './is-from-server.js';
import { TesterError } from './tester-error.js';

export interface DescribedError {
  readonly text: string;
  readonly exitCode: ExitCode;
}

/** What a command that failed says at its end. Undefined: a fault of this program, which is to be seen with its stack. */
export function describeError(error: unknown): DescribedError | undefined {
  if (error instanceof TesterError) return { text: error.message, exitCode: error.exitCode };
  if (error instanceof UnusableAnswer) return { text: visible(error.message), exitCode: exitCodes.failed };
  // An HTTP answer may hold a JSON-RPC error that names no request.
  const rpcError = error instanceof HttpFailure ? error.error : error instanceof RpcFailure ? error : undefined;
  if (rpcError) return { text: visible(describeRpcError(rpcError)), exitCode: exitCodes.failed };
  if (error instanceof CallTimedOut) {
    return { text: `${error.message} --timeout sets how long is waited.`, exitCode: exitCodes.failed };
  }
  if (error instanceof CallCancelled) return { text: error.message, exitCode: exitCodes.interrupted };
  if (error instanceof HttpFailure && isFromServer(error))
    return { text: visible(error.message), exitCode: exitCodes.failed };
  if (error instanceof ConnectionLost) return { text: visible(error.message), exitCode: exitCodes.connection };
  return undefined;
}

/** `RPC error (-32602): Unknown tool: nope`, and the data where there is any. */
export function describeRpcError({ code, message, data }: RpcError): string {
  const shown = data === undefined ? '' : `\n  data: ${JSON.stringify(data)}`;
  return `RPC error (${code}): ${message}${shown}`;
}
