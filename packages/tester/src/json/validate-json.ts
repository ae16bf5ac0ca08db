import type { Params } from '@mcpfusion/protocol';
import { runWithin } from './run-within.js';

/** A schema is somebody else's, and so are the patterns in it. */
const limitMs = 2_000;

/** As many problems are told; the rest follows from them more often than not. */
const maxProblems = 5;

/**
 * What in `value` breaks the schema: `/sum: expected type "number"`. Empty when nothing does. JSON Schema 2020-12;
 * nothing is fetched. Rejects on a schema that cannot be used, and when it takes longer than 2 s.
 */
export async function validateJson(schema: Params, value: unknown): Promise<string[]> {
  // Not needed by most commands, and a dozen files to load.
  const { Validator } = await import('@cfworker/json-schema');
  const { valid, errors } = runWithin(limitMs, () => new Validator(schema, '2020-12', false).validate(value));
  if (valid) return [];
  // Those that only say that something below is wrong come first and say the least.
  const leaves = errors.filter(({ keyword }) => !wrappers.has(keyword));
  return (leaves.length === 0 ? errors : leaves)
    .slice(0, maxProblems)
    .map(({ instanceLocation, error }) => `${instanceLocation.replace(/^#/, '') || '/'}: ${error}`);
}

const wrappers: ReadonlySet<string> = new Set([
  'properties',
  'items',
  'prefixItems',
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
]);
