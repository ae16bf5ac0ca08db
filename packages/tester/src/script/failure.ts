import { CallCancelled, CallTimedOut, ConnectionLost, HttpFailure, RpcFailure } from '@mcpfusion/client';
import { exitCodes, type ExitCode } from '../exit/exit-code.js';
import { TesterError } from '../exit/tester-error.js';

/**
 * Why a command failed.
 *
 * | kind | what | `expect_error` | exit code |
 * |---|---|---|---|
 * | `script` | the line is wrong: usage, an unknown command, variable or argument | no | 2 |
 * | `assertion` | what was looked for is not there: a value, a path, a notification in time | yes | 1 |
 * | `rpc` | the server answered with a JSON-RPC error | yes | 1 |
 * | `tool` | the tool answered with `isError` | yes | 1 |
 * | `timeout` | a deadline struck | yes | 1 |
 * | `other` | the server's answer is not what it has to be, and what else is nobody else's fault | yes | 1 |
 * | `cancelled` | the script cancelled the command; goes to the `cancel_…` that did | no | 1 |
 * | `lost` | the server is gone, or gave no answer at all | no | 3 |
 * | `interrupted` | the whole run was | no | 130 |
 */
export type FailureKind =
  | 'script'
  | 'assertion'
  | 'rpc'
  | 'tool'
  | 'timeout'
  | 'other'
  | 'cancelled'
  | 'lost'
  | 'interrupted';

interface FailureDetails extends ErrorOptions {
  /** Of a JSON-RPC error. */
  readonly code?: number;
  /** The result with `isError`, as it came. */
  readonly toolResult?: unknown;
  /** The text is shown without `line N:` before it. */
  readonly isBare?: boolean;
}

/** A command that did not do what its line says. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly kind: FailureKind;
  /** 0 for everything but a JSON-RPC error. */
  readonly code: number;
  readonly toolResult: unknown;
  readonly isBare: boolean;

  constructor(kind: FailureKind, message: string, details: FailureDetails = {}) {
    super(message, details);
    this.kind = kind;
    this.code = details.code ?? 0;
    this.toolResult = details.toolResult;
    this.isBare = details.isBare ?? false;
  }

  /** The same without `line N:`, unless the line itself is wrong. */
  asBare(): CommandFailure {
    if (this.kind === 'script') return this;
    const { code, toolResult, cause } = this;
    return new CommandFailure(this.kind, this.message, { code, toolResult, cause, isBare: true });
  }
}

export function scriptError(message: string): CommandFailure {
  return new CommandFailure('script', message);
}

export function assertionFailed(message: string): CommandFailure {
  return new CommandFailure('assertion', `assertion failed: ${message}`);
}

/** Whether `expect_error` is satisfied with it. */
export function isExpectable({ kind }: CommandFailure): boolean {
  return kind !== 'script' && kind !== 'cancelled' && kind !== 'lost' && kind !== 'interrupted';
}

export function exitCodeOf({ kind }: CommandFailure): ExitCode {
  switch (kind) {
    case 'script':
      return exitCodes.usage;
    case 'lost':
      return exitCodes.connection;
    case 'interrupted':
      return exitCodes.interrupted;
    default:
      return exitCodes.failed;
  }
}

/** A deadline that `timeout` set. Its message goes on the wire as the reason. */
export class DeadlineReached extends Error {
  override readonly name = 'DeadlineReached';
  readonly afterMs: number;

  constructor(afterMs: number) {
    super('context deadline exceeded');
    this.afterMs = afterMs;
  }
}

/** `cancel_after` and `cancel_on` cancel with this. Its message goes on the wire as the reason. */
export class CancelledByScript extends Error {
  override readonly name = 'CancelledByScript';
}

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

/** Said by what stands before a server that is not there. */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

function failureOfServer(error: unknown): CommandFailure {
  const message = error instanceof Error ? error.message : String(error);
  // An HTTP answer may hold a JSON-RPC error that names no request: the server has answered all the same.
  const rpcError = error instanceof HttpFailure ? error.error : error instanceof RpcFailure ? error : undefined;
  if (rpcError) {
    const { code } = rpcError;
    return new CommandFailure('rpc', `RPC error (${code}): ${rpcError.message}`, { code, cause: error });
  }
  if (error instanceof CallTimedOut) return new CommandFailure('timeout', message, { cause: error });
  if (error instanceof HttpFailure && !gatewayStatuses.has(error.status)) {
    return new CommandFailure('other', message, { cause: error });
  }
  if (error instanceof ConnectionLost) return new CommandFailure('lost', message, { cause: error });
  if (error instanceof TesterError) {
    return new CommandFailure(error.exitCode === exitCodes.usage ? 'script' : 'lost', message, { cause: error });
  }
  return new CommandFailure('other', message, { cause: error });
}
