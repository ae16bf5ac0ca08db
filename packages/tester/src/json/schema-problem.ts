import { isObject } from '@mcpfusion/protocol';

const types: ReadonlySet<unknown> = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']);

/** Keywords whose value is a schema, a list of them, or a map of them. */
const schemaKeywords: readonly string[] = [
  ...['items', 'additionalProperties', 'contains', 'not', 'if', 'then', 'else', 'propertyNames', 'unevaluatedItems'],
  'unevaluatedProperties',
];
const listKeywords: readonly string[] = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const mapKeywords: readonly string[] = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

/** Deeper than this no schema is looked at. */
const maxDepth = 100;

/**
 * What keeps a JSON Schema (2020-12) from meaning what its author thinks: a type that does not exist, a keyword of the
 * wrong kind, a pattern that is none. Undefined when nothing does. A validator takes such a schema without a word.
 */
export function schemaProblem(schema: unknown, path = '', depth = 0): string | undefined {
  if (typeof schema === 'boolean' || depth > maxDepth) return undefined;
  if (!isObject(schema))
    return `${path || '/'} is to be a schema, an object or a boolean, not ${JSON.stringify(schema)}`;
  return ownProblem(schema, path) ?? problemBelow(schema, path, depth + 1);
}

function ownProblem(schema: Readonly<Record<string, unknown>>, path: string): string | undefined {
  const { type, required, enum: values, pattern } = schema;
  const given = Array.isArray(type) ? (type as unknown[]) : type === undefined ? [] : [type];
  const unknown = given.find((one) => !types.has(one));
  if (unknown !== undefined)
    return `${path}/type is to be one of ${[...types].join(', ')}, not ${JSON.stringify(unknown)}`;
  const isNames = Array.isArray(required) && required.every((name) => typeof name === 'string');
  if (required !== undefined && !isNames) return `${path}/required is to be a list of names`;
  if (values !== undefined && !Array.isArray(values)) return `${path}/enum is to be a list of values`;
  if (pattern === undefined) return undefined;
  if (typeof pattern !== 'string') return `${path}/pattern is to be a regular expression`;
  return patternProblem(pattern, `${path}/pattern`);
}

function patternProblem(pattern: string, path: string): string | undefined {
  try {
    RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    return `${path} is no regular expression: ${(error as Error).message}`;
  }
}

function problemBelow(schema: Readonly<Record<string, unknown>>, path: string, depth: number): string | undefined {
  for (const [keyword, value] of Object.entries(schema)) {
    const here = `${path}/${keyword}`;
    if (schemaKeywords.includes(keyword)) {
      const problem = schemaProblem(value, here, depth);
      if (problem !== undefined) return problem;
    } else if (listKeywords.includes(keyword) || mapKeywords.includes(keyword)) {
      const isOfKind = listKeywords.includes(keyword) ? Array.isArray(value) : isObject(value);
      if (!isOfKind) return `${here} is to be ${listKeywords.includes(keyword) ? 'a list' : 'a map'} of schemas`;
      for (const [key, inner] of Object.entries(value as object)) {
        const problem = schemaProblem(inner, `${here}/${key}`, depth);
        if (problem !== undefined) return problem;
      }
    }
  }
  return undefined;
}
