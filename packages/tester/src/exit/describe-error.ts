import { CallCancelled, CallTimedOut, ConnectionLost, HttpFailure, RpcFailure } from '@mcpfusion/client';
import { visible } from '../terminal/visible.js';
import { exitCodes, type ExitCode } from './exit-code.js';
import { TesterError } from './tester-error.js';

export interface DescribedError {
  readonly text: string;
  readonly exitCode: ExitCode;
}

/** What a command that failed says at its end. Undefined: a fault of this program, which is to be seen with its stack. */
export function describeError(error: unknown): DescribedError | undefined {
  if (error instanceof TesterError) return { text: error.message, exitCode: error.exitCode };
  if (error instanceof RpcFailure) return { text: visible(describeRpcFailure(error)), exitCode: exitCodes.failed };
  if (error instanceof CallTimedOut) {
    return { text: `${error.message} --timeout sets how long is waited.`, exitCode: exitCodes.failed };
  }
  if (error instanceof CallCancelled) return { text: error.message, exitCode: exitCodes.interrupted };
  // The server is there, but this answer of it is none.
  if (error instanceof HttpFailure) return { text: visible(error.message), exitCode: exitCodes.failed };
  if (error instanceof ConnectionLost) return { text: visible(error.message), exitCode: exitCodes.connection };
  return undefined;
}

/** `RPC error (-32602): Unknown tool: nope`, and the data where there is any. */
export function describeRpcFailure({ code, message, data }: RpcFailure): string {
  const shown = data === undefined ? '' : `\n  data: ${JSON.stringify(data)}`;
  return `RPC error (${code}): ${message}${shown}`;
}
