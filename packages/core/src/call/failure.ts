import { errorTable, FusionError, isGivenUp, setupError, type FusionErrorCode } from '../errors.js';
import type { Issue } from '../tool/compile-tool.js';
import type { Cancellation } from './cancellation.js';
import type { Outcome } from './outcome.js';

export function invalidArguments(tool: string, issues: readonly Issue[]): FusionError {
  const lines = issues.map(({ path, message }) => `- ${path === '' ? 'arguments' : path}: ${message}`);
  return new FusionError(
    'INVALID_ARGUMENTS',
    `The arguments of ${tool} do not match its input schema.\n${lines.join('\n')}`,
    {
      recovery: 'Correct the arguments named above and call again.',
    },
  );
}

/** A cancel wins over whatever was thrown because of it. */
export function toOutcome(
  thrown: unknown,
  cancellation: Cancellation,
): Extract<Outcome, { kind: 'failed' | 'cancelled' }> {
  const { reason } = cancellation;
  if (reason) return isGivenUp(reason) ? { kind: 'cancelled', reason } : { kind: 'failed', error: reason };
  return { kind: 'failed', error: isTellable(thrown) ? thrown : internalError(thrown) };
}

/** One whose members cannot be read, or are none that can be shown, is a throw like any other. */
export function isTellable(thrown: unknown): thrown is FusionError {
  if (!(thrown instanceof FusionError)) return false;
  try {
    const { code, message, recovery, retryAfterSeconds } = thrown;
    return (
      typeof code === 'string' &&
      typeof message === 'string' &&
      (recovery === undefined || typeof recovery === 'string') &&
      (retryAfterSeconds === undefined || typeof retryAfterSeconds === 'number')
    );
  } catch {
    return false;
  }
}

/** What the client is told of a throw that the author did not plan for. */
export function internalError(cause: unknown): FusionError {
  return new FusionError('INTERNAL_ERROR', 'The tool failed. Its error is in the log of the server.', { cause });
}

// What a caller can mend is told to the caller; what only the author can is for the log as well.
export function isForTheAuthor({ code }: FusionError): boolean {
  return Object.hasOwn(errorTable, code) && errorTable[code as FusionErrorCode].blame === 'author';
}

/** A question that was yielded or thrown. */
export function misplaced(how: string): FusionError {
  return setupError(`Expected a question to be returned, or asked by \`yield* ask.form(…)\`, got one that was ${how}.`);
}
