import { setupError } from '../errors.js';
import type { ToolDefinition } from './definition.js';

/** Freezes a finished definition, or throws `SETUP` for what no server could run. */
export function checkDefinition(definition: ToolDefinition): ToolDefinition {
  const { name, handler, concurrency, timeoutMs } = definition;
  if (typeof handler !== 'function')
    throw setupError(`Expected the handler of ${name} to be a function, got ${typeof handler}.`);
  if (concurrency) {
    expectCount(name, 'concurrency.max', concurrency.max, 1);
    if (concurrency.queue !== undefined) expectCount(name, 'concurrency.queue', concurrency.queue, 0);
  }
  if (timeoutMs !== undefined && !(timeoutMs > 0 && timeoutMs <= maxTimeoutMs)) {
    throw setupError(`Expected the timeout of ${name} to be from 1 to ${maxTimeoutMs} ms, got ${timeoutMs}.`);
  }
  return Object.freeze(definition);
}

// What setTimeout can hold; more would fire at once.
const maxTimeoutMs = 2 ** 31 - 1;

/** Checked where the name is given, so that the error points there. */
export function checkToolName(name: string): void {
  const isFine =
    typeof name === 'string' && name.length >= 1 && name.length <= 128 && !/[\u0000-\u001f\u007f]/u.test(name);
  if (!isFine)
    throw setupError(
      `Expected a tool name of 1 to 128 characters without control characters, got ${JSON.stringify(name)}.`,
    );
}

function expectCount(tool: string, what: string, value: number, least: number): void {
  if (!Number.isInteger(value) || value < least)
    throw setupError(`Expected ${what} of ${tool} to be an integer of at least ${least}, got ${value}.`);
}
