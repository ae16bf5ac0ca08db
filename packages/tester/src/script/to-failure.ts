import { CallCancelled, CallTimedOut, ConnectionLost, HttpFailure, RpcFailure } from '@mcpfusion/client';
import { exitCodes } from '../exit/exit-code.js';
import { isFromServer } from '../exit/is-from-server.js';
import { TesterError } from '../exit/tester-error.js';
import { CancelledByScript, DeadlineReached } from './abort-reasons.js';
import { CommandFailure, scriptError } from './failure.js';

/** What was thrown while a command ran, as a failure of one of the kinds. */
export function toFailure(error: unknown): CommandFailure {
  if (error instanceof CommandFailure) return error;
  const cause = error instanceof CallCancelled ? error.cause : error;
  if (cause instanceof DeadlineReached) {
    return new CommandFailure('timeout', `${cause.message}: stopped after ${cause.afterMs} ms`, { cause });
  }
  if (cause instanceof CancelledByScript) return new CommandFailure('cancelled', cause.message, { cause });
  if (error instanceof CallCancelled) return new CommandFailure('interrupted', 'interrupted', { cause });
  return failureOfServer(error);
}

/** Why a command that waits must stop: its signal has fired. */
export function failureOfAbort({ reason }: AbortSignal): CommandFailure {
  return toFailure(new CallCancelled(reason));
}

function failureOfServer(error: unknown): CommandFailure {
  const message = error instanceof Error ? error.message : String(error);
  // An HTTP answer may hold a JSON-RPC error that names no request: the server has answered all the same.
  const rpcError = error instanceof HttpFailure ? error.error : error instanceof RpcFailure ? error : undefined;
  if (rpcError) {
    const { code } = rpcError;
    return new CommandFailure('rpc', `RPC error (${code}): ${rpcError.message}`, { code, cause: error });
  }
  if (error instanceof CallTimedOut) return new CommandFailure('timeout', message, { cause: error });
  if (error instanceof HttpFailure && isFromServer(error)) {
    return new CommandFailure('other', message, { cause: error });
  }
  if (error instanceof ConnectionLost) return new CommandFailure('lost', message, { cause: error });
  if (error instanceof TesterError) {
    return new CommandFailure(error.exitCode === exitCodes.usage ? 'script' : 'lost', message, { cause: error });
  }
  // What JavaScript itself throws says nothing about the server, so it must not pass for an expected error.
  const isFault = error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
  return isFault ? scriptError(`cannot be run: ${message}`) : new CommandFailure('other', message, { cause: error });
}
