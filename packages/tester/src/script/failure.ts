import { exitCodes, type ExitCode } from '../exit/exit-code.js';

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
