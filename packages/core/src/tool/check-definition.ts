import { longestMs } from '../timer.js';
import { inputNeeds, isObject } from '@mcpfusion/protocol';
import { setupError } from '../errors.js';
import type { Concurrency, Interactive, InteractiveOptions, ToolAnnotations, ToolDefinition } from './definition.js';
import { expect, expectIfGiven, isCount, isFunction, isPositiveCount, isText, isTruthValue } from './expect.js';

/** Freezes a finished definition, or throws `SETUP` for what no server could run. */
export function checkDefinition(definition: ToolDefinition): ToolDefinition {
  const { name, title, description, icons, middleware, serializeBy, timeoutMs, handler } = definition;
  expect(isFunction(handler), `the handler of ${name} to be a function`, handler);
  expectIfGiven(title, isText, `the title of ${name} to be a string`);
  expectIfGiven(description, isText, `the description of ${name} to be a string`);
  expectIfGiven(icons, areIcons, `the icons of ${name} to be objects with a src`);
  for (const link of middleware) expect(isFunction(link), `the middleware of ${name} to be functions`, link);
  expectIfGiven(serializeBy, isFunction, `serialize of ${name} to be a function`);
  expectIfGiven(timeoutMs, isTimeout, `the timeout of ${name} to be from 1 to ${longestMs} ms`);
  return Object.freeze(definition);
}

// What setTimeout can hold; more would fire at once.
const isTimeout = (value: unknown): boolean => typeof value === 'number' && value > 0 && value <= longestMs;

/** Of a tool or a server. */
export function areIcons(icons: unknown): boolean {
  return Array.isArray(icons) && icons.every((icon) => isObject(icon) && isText(icon['src']));
}

/** `base` with what the author gives on top. */
export function mergeAnnotations(tool: string, base: ToolAnnotations, given: ToolAnnotations): ToolAnnotations {
  expect(isObject(given), `the annotations of ${tool} to be an object`, given);
  const { title, readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = given;
  expectIfGiven(title, isText, `annotations.title of ${tool} to be a string`);
  for (const [name, hint] of Object.entries({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint }))
    expectIfGiven(hint, isTruthValue, `annotations.${name} of ${tool} to be a boolean`);
  return Object.freeze({ ...base, ...given });
}

export function readInteractive(tool: string, given: InteractiveOptions): Interactive {
  expect(isObject(given), `interactive of ${tool} to get an object`, given);
  const { needs = [], onRefusal = 'end', ...others } = given;
  expect(Object.keys(others).length === 0, `needs and onRefusal alone in interactive of ${tool}`, others);
  expect(
    Array.isArray(needs) && needs.every((need) => inputNeeds.includes(need)),
    `needs of ${tool} to be a list of ${inputNeeds.join(', ')}`,
    needs,
  );
  expect(onRefusal === 'end' || onRefusal === 'reenter', `onRefusal of ${tool} to be 'end' or 'reenter'`, onRefusal);
  return Object.freeze({ needs: Object.freeze([...new Set(needs)]), onRefusal });
}

export function readConcurrency(tool: string, given: Concurrency): Concurrency {
  expect(isObject(given), `concurrency of ${tool} to be an object`, given);
  checkLimits(` of ${tool}`, given);
  expectIfGiven(given.key, isFunction, `concurrency.key of ${tool} to be a function`);
  return Object.freeze({ ...given });
}

const isQueue = (value: unknown): boolean => isCount(value) || value === Number.POSITIVE_INFINITY;

/** `max` and `queue`, of a tool or a server. */
export function checkLimits(whose: string, { max, queue }: Pick<Concurrency, 'max' | 'queue'>): void {
  expect(isPositiveCount(max), `concurrency.max${whose} to be an integer of at least 1`, max);
  expectIfGiven(queue, isQueue, `concurrency.queue${whose} to be an integer of at least 0`);
}

/** Checked where the name is given, so that the error points there. */
export function checkToolName(name: string): void {
  const isFine =
    typeof name === 'string' && name.length >= 1 && name.length <= 128 && !/[\u0000-\u001f\u007f]/u.test(name);
  if (!isFine)
    throw setupError(
      `Expected a tool name of 1 to 128 characters without control characters, got ${JSON.stringify(name)}.`,
    );
}
