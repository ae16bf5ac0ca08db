import { isObject } from '../json.js';

/**
 * A schema of anything as one of `{ result: anything }`. References inside go on
 * meaning what they meant.
 *
 *     { type: 'array', items: { $ref: '#' } }
 *     { type: 'object', properties: { result: { type: 'array', items: { $ref: '#/properties/result' } } }, required: ['result'] }
 */
export function wrapSchema(schema: object): object {
  const { $schema, ...rest } = schema as Readonly<Record<string, unknown>>;
  return {
    ...($schema === undefined ? {} : { $schema }),
    type: 'object',
    properties: { result: relocate(rest) },
    required: ['result'],
  };
}

const references: ReadonlySet<string> = new Set(['$ref', '$dynamicRef']);
/** Keywords whose value is data, in which a `$ref` is none. */
const data: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);
/** Keywords whose value has names of the author's own, each with a schema. */
const maps: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);

function relocate(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(relocate);
  // With an identity of its own it is its own root, and its references stay in it.
  if (!isObject(schema) || typeof schema['$id'] === 'string') return schema;
  return mapMembers(schema, (value, keyword) => {
    if (references.has(keyword)) return isPointer(value) ? `#/properties/result${value.slice(1)}` : value;
    if (data.has(keyword)) return value;
    return maps.has(keyword) && isObject(value) ? mapMembers(value, relocate) : relocate(value);
  });
}

// `#name` is an anchor and is found wherever it stands.
function isPointer(value: unknown): value is string {
  return typeof value === 'string' && (value === '#' || value.startsWith('#/'));
}

function mapMembers(
  object: Readonly<Record<string, unknown>>,
  change: (value: unknown, key: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}
