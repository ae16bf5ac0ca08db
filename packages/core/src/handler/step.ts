import { setupError } from '../errors.js';
import { commandBrand, type StepFunction, type StepOptions } from './commands.js';
import type { JsonOnly } from './json-only.js';
import { createYieldStar, type YieldStar } from './yield-star.js';

/**
 * Work that is done once: `const env = yield* step('create env', (signal) => createEnv(signal))`.
 *
 * The value must be JSON, or nothing; the handler gets a copy of it. When the handler runs again after a question, a
 * step that has finished gives its value and is not run, and one that has failed throws its error: a `FusionError` as
 * it was, anything else as a `StepError`. A step that was cut short may run again, with the same `idempotencyKey`.
 *
 * Here belongs what changes something, and what must be the same in the next round: reads that a question shows, the
 * time, random numbers. Names may repeat. In `finally` a step runs at the real end of the call alone; plain code there
 * runs at the end of every round. A step that undoes something says `{ cleansUp: true }`.
 */
export function step<TValue>(
  name: string,
  run: StepFunction<TValue> & JsonOnly<TValue>,
  options: StepOptions = {},
): YieldStar<TValue, 'step'> {
  if (typeof name !== 'string' || name === '')
    throw setupError(`Expected the name of a step to be a string, got ${name === '' ? 'an empty one' : typeof name}.`);
  if (typeof run !== 'function') throw setupError(`Expected step '${name}' to get a function, got ${typeof run}.`);
  const { cleansUp = false } = options;
  if (typeof cleansUp !== 'boolean')
    throw setupError(`Expected cleansUp of step '${name}' to be a boolean, got ${typeof cleansUp}.`);
  return createYieldStar({ [commandBrand]: 'step', name, run, cleansUp });
}
