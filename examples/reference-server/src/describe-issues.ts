import type { Issue, JsonSchema, SchemaValidator } from '@mcpfusion/core';

/**
 * Checks arguments in the words that public test scripts look for: `missing
 * properties`, `type: not_a_number has type`. It knows the keywords that this
 * server's schemas use, and refuses a schema with any other.
 */
export const describeIssues: SchemaValidator = (schema) => {
  checkKeywords(schema);
  return (value) => [...issuesOf(schema, value, '')];
};

const annotations = ['description', 'title', 'default', 'x-mcp-header'];
const keywords = new Set([
  ...annotations,
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'minimum',
  'maximum',
]);

function checkKeywords(schema: JsonSchema): void {
  const unknown = Object.keys(schema).find((keyword) => !keywords.has(keyword));
  if (unknown !== undefined)
    throw new TypeError(`expected one of the keywords ${[...keywords].join(', ')}, got ${unknown}`);
  for (const member of Object.values(propertiesOf(schema))) checkKeywords(member);
  if (schema['items']) checkKeywords(schema['items'] as JsonSchema);
}

function* issuesOf(schema: JsonSchema, value: unknown, path: string): Generator<Issue> {
  const { type, items, minimum = -Infinity, maximum = Infinity } = schema;
  const wanted: readonly string[] = type === undefined ? [] : Array.isArray(type) ? type : [type as string];
  if (wanted.length > 0 && !wanted.some((name) => hasType(value, name))) {
    const message = `type: ${asText(value)} has type "${typeOf(value)}", want ${wanted.map((name) => `"${name}"`).join(' or ')}`;
    return yield { path, message };
  }
  if (typeof value === 'number') {
    if (value < Number(minimum)) yield { path, message: `minimum: ${value} is less than ${Number(minimum)}` };
    if (value > Number(maximum)) yield { path, message: `maximum: ${value} is greater than ${Number(maximum)}` };
  }
  if (Array.isArray(value)) {
    if (items) for (const [at, item] of value.entries()) yield* issuesOf(items as JsonSchema, item, below(path, at));
  } else if (typeof value === 'object' && value !== null) yield* memberIssues(schema, { ...value }, path);
}

function* memberIssues(schema: JsonSchema, value: Readonly<Record<string, unknown>>, path: string): Generator<Issue> {
  const properties = propertiesOf(schema);
  const { required = [], additionalProperties = true } = schema;
  const missing = (required as readonly string[]).filter((name) => !Object.hasOwn(value, name));
  if (missing.length > 0) yield { path, message: `required: missing properties: ${JSON.stringify(missing)}` };
  const more = Object.keys(value).filter((name) => !Object.hasOwn(properties, name));
  if (additionalProperties === false && more.length > 0)
    yield { path, message: `additionalProperties: unexpected properties: ${JSON.stringify(more)}` };
  for (const [name, member] of Object.entries(properties)) {
    if (Object.hasOwn(value, name)) yield* issuesOf(member, value[name], below(path, name));
  }
}

function propertiesOf({ properties = {} }: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return properties as Readonly<Record<string, JsonSchema>>;
}

function below(path: string, name: string | number): string {
  return path === '' ? String(name) : `${path}.${name}`;
}

function hasType(value: unknown, name: unknown): boolean {
  return typeOf(value) === name || (name === 'number' && typeof value === 'number');
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
