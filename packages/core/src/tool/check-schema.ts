import { isObject } from '@mcpfusion/protocol';
import { expect, isCount, isText } from './expect.js';

type Rule = readonly [isFine: (value: unknown) => boolean, what: string];

/**
 * Throws `SETUP` for what is no JSON Schema, naming the place: validators let it
 * pass and fail on each value. Keywords that nobody knows are allowed.
 *
 * Source: JSON Schema 2020-12, Core and Validation.
 */
export function checkSchema(schema: unknown, at: string): void {
  if (typeof schema === 'boolean') return;
  expect(isObject(schema), `${at} to be a schema`, schema);
  for (const [keyword, value] of Object.entries(schema)) {
    if (value === undefined) continue;
    const rule = Object.hasOwn(rules, keyword) ? rules[keyword] : undefined;
    if (rule) expect(rule[0](value), `${keyword} of ${at} to be ${rule[1]}`, value);
    if (keyword === 'items' && Array.isArray(value)) checkList(value, `${at}/items`);
    else if (one.has(keyword)) checkSchema(value, `${at}/${keyword}`);
    else if (many.has(keyword)) checkList(value as readonly unknown[], `${at}/${keyword}`);
    else if (named.has(keyword)) {
      for (const [name, member] of Object.entries(value as object)) checkSchema(member, `${at}/${keyword}/${name}`);
    }
  }
}

function checkList(schemas: readonly unknown[], at: string): void {
  for (const [index, schema] of schemas.entries()) checkSchema(schema, `${at}/${index}`);
}

const typeNames: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const count: Rule = [isCount, 'an integer of at least 0'];
const number: Rule = [Number.isFinite, 'a number'];
const text: Rule = [isText, 'a string'];
const schemaList: Rule = [isList, 'a list of schemas'];
const schemaMap: Rule = [isObject, 'an object of schemas'];

const rules: Readonly<Record<string, Rule>> = {
  $ref: text,
  $id: text,
  $anchor: text,
  title: text,
  description: text,
  format: text,
  type: [
    (value) => typeNames.has(value) || (isList(value) && value.every((name) => typeNames.has(name))),
    'a type of JSON, or a list of them',
  ],
  enum: [(value) => isList(value) && value.length > 0, 'a list with at least one value'],
  required: [(value) => isList(value) && value.every(isText), 'a list of strings'],
  pattern: [isPattern, 'a regular expression'],
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
  minContains: count,
  maxContains: count,
  minProperties: count,
  maxProperties: count,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: [(value) => Number.isFinite(value) && (value as number) > 0, 'a number above 0'],
  allOf: schemaList,
  anyOf: schemaList,
  oneOf: schemaList,
  prefixItems: schemaList,
  $defs: schemaMap,
  definitions: schemaMap,
  properties: schemaMap,
  dependentSchemas: schemaMap,
  patternProperties: [
    (value) => isObject(value) && Object.keys(value).every(isPattern),
    'regular expressions with a schema each',
  ],
};

const one: ReadonlySet<string> = new Set([
  'items',
  'contains',
  'additionalProperties',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
  'not',
  'if',
  'then',
  'else',
]);
const many: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const named: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'properties',
  'patternProperties',
  'dependentSchemas',
]);

// With the flag that validators use.
function isPattern(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    return new RegExp(value, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
