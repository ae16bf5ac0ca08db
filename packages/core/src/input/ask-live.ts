import type { Cancellation } from '../call/cancellation.js';
import type { CallMemory } from '../handler/call-memory.js';
import { hasAny, isEnding, takeAnswers } from './ask-memory.js';
import type { LiveAsks } from './asks.js';
import { visitsOf } from './visits.js';

/**
 * Asks until nothing is pending, and takes the answers into the memory; or until one is refused. What is wrong or
 * missing is asked for again. `tell` is told of each time.
 */
export async function askUntilAnswered(
  asks: LiveAsks,
  memory: CallMemory,
  cancellation: Cancellation,
  tell: () => void,
): Promise<void> {
  while (!memory.refused && hasAny(memory.pending)) {
    const { pending } = memory;
    cancellation.throwIfCancelled();
    asks.checkRequests(pending, visitsOf(memory));
    asks.countRound();
    tell();
    const isEnough = (key: string, response: unknown): boolean => isEnding(memory, key, response);
    takeAnswers(memory, await asks.ask(pending, cancellation, isEnough, visitsOf(memory)));
  }
}
