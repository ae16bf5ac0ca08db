import { Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cfworkerValidator } from './cfworker-validator.js';
import { plainCheck } from './plain-check.js';
import type { JsonSchema } from './schema.js';

const names = fc.constantFrom('a', 'b', '__proto__', 'constructor', 'toString');
const types = fc.constantFrom('string', 'number', 'integer', 'boolean');
const members = fc.dictionary(names, fc.record({ type: types, description: fc.string() }, { requiredKeys: ['type'] }));
const schemas = fc.record(
  {
    type: fc.constant('object'),
    properties: members,
    required: fc.uniqueArray(names),
    additionalProperties: fc.boolean(),
    title: fc.string(),
  },
  { requiredKeys: ['type'] },
);
const values = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(names, fc.oneof(fc.string(), fc.double(), fc.integer(), fc.boolean(), fc.constant(null))),
);

it('accepts nothing that the validator would refuse', () => {
  let accepted = 0;
  fc.assert(
    fc.property(schemas, values, (schema, value) => {
      if (plainCheck(schema as JsonSchema)?.(value) !== true) return;
      accepted++;
      expect(new Validator(schema, '2020-12').validate(value).valid).toBe(true);
    }),
    { numRuns: 3_000 },
  );
  expect(accepted).toBeGreaterThan(100);
});

const text = { type: 'string' };

it('accepts the arguments of a plain tool', () => {
  const isFine = plainCheck({ type: 'object', properties: { text }, required: ['text'], additionalProperties: false });
  const cases = [{ text: 'x' }, {}, { text: 1 }, { text: 'x', more: 1 }, 'x', [], null];
  expect(cases.map((value) => isFine?.(value))).toEqual([true, false, false, false, false, false, false]);
});

it.each<[string, JsonSchema]>([
  ['a length', { type: 'object', properties: { text: { ...text, minLength: 1 } } }],
  ['an enum', { type: 'object', properties: { text: { ...text, enum: ['a'] } } }],
  ['an object inside', { type: 'object', properties: { text: { type: 'object' } } }],
  ['two types', { type: 'object', properties: { text: { type: ['string', 'null'] } } }],
  ['a member that is a name of a prototype', { type: 'object', properties: { text: { type: 'constructor' } } }],
  ['a schema for other members', { type: 'object', additionalProperties: text }],
  ['a condition', { type: 'object', if: {} }],
  ['no type', { properties: { text } }],
])('leaves a schema with %s to the validator', (_what, schema) => {
  expect(plainCheck(schema)).toBeUndefined();
});

it.each(['number', 'integer'])('a %s too large for JavaScript is refused, wherever it stands', (type) => {
  const properties = { n: { type }, rows: { type: 'array', items: { type } } };
  const check = cfworkerValidator({ type: 'object', properties });
  const pathsOf = (json: string): string[] => check(JSON.parse(json)).map(({ path }) => path);
  expect(pathsOf('{"n":1e400}')).toEqual(['n']);
  expect(pathsOf('{"rows":[1,-1e400]}')).toEqual(['rows.1']);
  expect(pathsOf('{"n":1e300,"rows":[1]}')).toEqual([]);
});
