import type { RpcError } from './error-codes.js';
import { decodeHeaderValue, headerMismatch, type HeaderLookup } from './headers.js';
import { isObject } from './json.js';

/** An argument that is mirrored into a header. `{ header: 'mcp-param-region', path: ['region'], type: 'string' }` */
export interface ParamHeader {
  /** In lower case. */
  readonly header: string;
  readonly path: readonly string[];
  readonly type: 'string' | 'integer' | 'boolean';
}

const annotation = 'x-mcp-header';
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const mirrored: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);

/**
 * The arguments that an input schema marks with `x-mcp-header`. Throws with a
 * sentence for a mark that breaks the rules: every client would drop the tool.
 *
 * Source: 2026-07-28, Streamable HTTP, Custom Headers from Tool Parameters.
 */
export function findParamHeaders(inputSchema: object): readonly ParamHeader[] {
  const found: ParamHeader[] = [];
  walkProperties(inputSchema, [], found);
  if (countMarks(inputSchema) !== found.length) {
    throw new Error(`${annotation} may stand only on properties that are reached through "properties" alone`);
  }
  const names = new Set(found.map(({ header }) => header));
  if (names.size !== found.length)
    throw new Error(`${annotation} values must differ, upper and lower case being the same`);
  return found;
}

function walkProperties(schema: object, path: readonly string[], found: ParamHeader[]): void {
  const { properties } = schema as { properties?: unknown };
  if (!isObject(properties)) return;
  for (const [name, property] of Object.entries(properties)) {
    if (!isObject(property)) continue;
    const here = [...path, name];
    if (Object.hasOwn(property, annotation)) found.push(readMark(property, here));
    walkProperties(property, here, found);
  }
}

function readMark(property: Readonly<Record<string, unknown>>, path: readonly string[]): ParamHeader {
  const { [annotation]: name, type } = property;
  const where = path.join('.');
  if (typeof name !== 'string' || !token.test(name)) {
    throw new Error(`${annotation} of ${where} must be a header name, got ${JSON.stringify(name)}`);
  }
  if (!mirrored.has(type)) {
    throw new Error(`${annotation} may stand on string, integer and boolean only; ${where} is ${JSON.stringify(type)}`);
  }
  return { header: `mcp-param-${name.toLowerCase()}`, path, type: type as ParamHeader['type'] };
}

/** Marks anywhere in the schema. What authors put into values (`const`, `default`, …) is data, not a mark. */
function countMarks(schema: unknown): number {
  if (Array.isArray(schema)) return schema.reduce<number>((sum, item) => sum + countMarks(item), 0);
  if (!isObject(schema)) return 0;
  let count = Object.hasOwn(schema, annotation) ? 1 : 0;
  for (const [key, value] of Object.entries(schema)) {
    if (dataKeywords.has(key) || key === annotation) continue;
    // Below `properties` the keys are names, so a property may be called like a keyword.
    count += isObject(value) && namedSchemas.has(key) ? countMarks(Object.values(value)) : countMarks(value);
  }
  return count;
}

const dataKeywords: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples']);
const namedSchemas: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);

/** Checks each mirrored argument against its header. Source: 2026-07-28, Streamable HTTP, Server Behavior for Custom Headers. */
export function checkParamHeaders(
  headers: readonly ParamHeader[],
  lookup: HeaderLookup,
  args: unknown,
): RpcError | undefined {
  for (const { header, path, type } of headers) {
    const value = valueAt(args, path);
    const raw = lookup(header);
    const isAbsent = value === undefined || value === null;
    if (raw === undefined) {
      if (isAbsent) continue;
      return headerMismatch(`${header} header is missing, and the argument ${path.join('.')} is there`);
    }
    const decoded = decodeHeaderValue(raw);
    if (decoded === undefined) return headerMismatch(`${header} header is not valid ASCII or Base64`);
    if (isAbsent) return headerMismatch(`${header} header is there, and the argument ${path.join('.')} is not`);
    if (!isSame(decoded, value, type)) {
      return headerMismatch(`${header} header '${decoded}' does not match the argument ${path.join('.')}`);
    }
  }
  return undefined;
}

function valueAt(args: unknown, path: readonly string[]): unknown {
  let value = args;
  for (const key of path) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

// 42.0 and 42 are the same integer. An object or array is for the schema to refuse, with a better message.
function isSame(decoded: string, value: unknown, type: ParamHeader['type']): boolean {
  switch (typeof value) {
    case 'number':
      return type === 'integer' && decoded !== '' ? Number(decoded) === value : decoded === String(value);
    case 'string':
    case 'boolean':
      return decoded === String(value);
    default:
      return true;
  }
}
