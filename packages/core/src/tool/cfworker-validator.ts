import { dereference, Validator, type OutputUnit, type Schema } from '@cfworker/json-schema';
import { findInside, tellNotFinite } from '../handler/find-inside.js';
import { checkSchema } from './check-schema.js';
import type { Issue, SchemaValidator } from './compile-tool.js';
import { expect } from './expect.js';
import { plainCheck } from './plain-check.js';

/** The default validator: no code generation, so it runs everywhere. Throws `SETUP` for what is no schema. */
export const cfworkerValidator: SchemaValidator = (schema) => {
  checkSchema(schema, '#');
  // The validator writes into what it is given, and the author's schema may be frozen.
  const copy = structuredClone(schema) as Schema;
  checkReferences(dereference(copy));
  const validator = new Validator(copy, '2020-12', false);
  const isPlain = plainCheck(schema);
  return (value) => {
    if (isPlain?.(value)) return noIssues;
    const { valid, errors } = validator.validate(value);
    if (!valid) return leaves(errors).map(toIssue);
    const found = findInside(value, tellNotFinite);
    return found ? [{ path: found.path, message: found.what }] : noIssues;
  };
};

const noIssues: readonly Issue[] = [];

// What `dereference` leaves beside a `$ref`.
const uriOfRef = '__absolute_ref__';

/** The validator would find out when a value comes along the reference. */
function checkReferences(byUri: Readonly<Record<string, Schema | boolean | undefined>>): void {
  for (const schema of Object.values(byUri)) {
    const passed = new Set<unknown>();
    for (let at = schema; typeof at === 'object' && at[uriOfRef] !== undefined;) {
      expect(!passed.has(at), '$ref to lead to a schema', `a circle at ${at.$ref}`);
      passed.add(at);
      const target: Schema | boolean | undefined = byUri[at[uriOfRef]];
      expect(target !== undefined, '$ref to lead somewhere', at.$ref);
      at = target;
    }
  }
}

// A schema that fails also fails every schema around it; only the innermost says why.
function leaves(errors: readonly OutputUnit[]): readonly OutputUnit[] {
  const innermost = errors.filter((error) => !aroundOthers.has(error.keyword));
  return innermost.length > 0 ? innermost : errors;
}

const aroundOthers: ReadonlySet<string> = new Set([
  'properties',
  'additionalProperties',
  'items',
  'prefixItems',
  'allOf',
  'anyOf',
  'oneOf',
  '$ref',
  'then',
  'else',
  'if',
  'dependentSchemas',
]);

function toIssue({ instanceLocation, keyword, error }: OutputUnit): Issue {
  const path = instanceLocation.replace(/^#\/?/, '').replaceAll('/', '.');
  return { path, message: keyword === 'false' ? 'Not expected here.' : error };
}
