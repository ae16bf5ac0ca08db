import type { CommandScope } from '../command.js';
import { assertionFailed } from '../failure.js';
import { toFailure } from '../to-failure.js';

/**
 * Runs a command that is to be cancelled with the controller; succeeds if it was. Fails if the command ended before,
 * whether well or not; a wrong script and a server that is gone stay what they are.
 */
export async function runToCancel(
  tokens: readonly string[],
  scope: CommandScope,
  controller: AbortController,
  never: string,
): Promise<void> {
  try {
    await scope.run(tokens, { ...scope, signal: AbortSignal.any([scope.signal, controller.signal]) });
  } catch (error) {
    const failure = toFailure(error);
    const { kind, cause } = failure;
    if (kind === 'cancelled' && cause === controller.signal.reason) return;
    if (kind === 'script' || kind === 'lost' || kind === 'interrupted' || kind === 'cancelled') throw failure;
    throw assertionFailed(`the command failed before it could be cancelled (${never}): ${failure.message}`);
  }
  throw assertionFailed(`the command finished before it could be cancelled (${never}): ${tokens.join(' ')}`);
}
