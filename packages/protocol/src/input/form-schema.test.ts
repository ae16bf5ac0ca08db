import { describe, expect, it } from 'vitest';
import { checkField, checkForm, choicesOf } from './form-schema.js';

const titled = [
  { const: 'a', title: 'A' },
  { const: 'b', title: 'B' },
];

describe('ELI-13: a field of a form', () => {
  it.each<[object]>([
    [{ type: 'string' }],
    [{ type: 'string', title: 'T', description: 'D', default: 'x', minLength: 0, maxLength: 9 }],
    [{ type: 'string', minLength: 3, maxLength: 3 }],
    [{ type: 'string', format: 'email' }],
    [{ type: 'string', format: 'uri' }],
    [{ type: 'string', format: 'date' }],
    [{ type: 'string', format: 'date-time' }],
    [{ type: 'number', minimum: -1.5, maximum: 1.5, default: 0 }],
    [{ type: 'integer', minimum: 0, maximum: 0 }],
    [{ type: 'boolean', default: false }],
    [{ type: 'string', enum: ['a', ''] }],
    [{ type: 'string', enum: ['a', 'b'], enumNames: ['A', 'B'] }],
    [{ type: 'string', oneOf: titled }],
    [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 1, maxItems: 2, default: ['a'] }],
    [{ type: 'array', items: { anyOf: titled }, minItems: 2 }],
  ])('may be %j', (field) => {
    expect(checkField(field)).toBeUndefined();
  });

  it.each<[unknown, string]>([
    [null, 'a field to be an object'],
    [[], 'a field to be an object'],
    ['string', 'a field to be an object'],
    [{}, 'type to be one of string, number, integer, boolean, array'],
    [{ type: ['string', 'null'] }, 'type to be one of'],
    [{ type: 'object', properties: {} }, 'type to be one of'],
    [{ type: 'toString' }, 'type to be one of'],
    [{ type: 'string', pattern: '^a' }, 'no pattern in a field of type string'],
    [{ type: 'string', minimum: 1 }, 'no minimum'],
    [{ type: 'number', multipleOf: 2 }, 'no multipleOf'],
    [{ type: 'boolean', enum: [true] }, 'no enum'],
    [{ type: 'string', constructor: 1 }, 'no constructor'],
    [{ type: 'array' }, 'items to be'],
    [{ type: 'array', items: { type: 'number' } }, 'items to be'],
    [{ type: 'array', items: { enum: ['a'] } }, 'items to be'],
    [{ type: 'array', items: { anyOf: [] } }, 'items to be'],
    [{ type: 'array', items: { type: 'string', enum: ['a'] }, minItems: 2 }, 'minItems to be at most 1'],
    [{ type: 'string', title: 1 }, 'title to be a string'],
    [{ type: 'string', minLength: -1 }, 'minLength to be an integer'],
    [{ type: 'string', maxLength: 1.5 }, 'maxLength to be an integer'],
    [{ type: 'string', minLength: 2, maxLength: 1 }, 'minLength to be at most maxLength, which is 1, got 2'],
    [{ type: 'number', minimum: 2, maximum: 1 }, 'minimum to be at most maximum'],
    [{ type: 'number', minimum: Number.NaN }, 'minimum to be a number'],
    [{ type: 'number', maximum: Number.POSITIVE_INFINITY }, 'maximum to be a number'],
    [{ type: 'string', format: 'ipv4' }, 'format to be one of email, uri, date, date-time'],
    [{ type: 'string', enum: [] }, 'enum to be a list'],
    [{ type: 'string', enum: [1] }, 'enum to be a list'],
    [{ type: 'string', enum: ['a', 'a'] }, 'each value to choose from once'],
    [{ type: 'string', oneOf: [...titled, ...titled] }, 'each value to choose from once'],
    [{ type: 'string', oneOf: ['a'] }, 'oneOf to be a list of { const, title }'],
    [{ type: 'string', oneOf: [{ const: 'a' }] }, 'oneOf to be a list of { const, title }'],
    [{ type: 'string', enum: ['a', 'b'], enumNames: ['A'] }, 'as many enumNames'],
    [{ type: 'string', enumNames: ['A'] }, 'as many enumNames'],
  ])('may not be %j', (field, problem) => {
    expect(checkField(field)).toContain(problem);
  });

  it('says what it offers', () => {
    expect(choicesOf({ type: 'string', oneOf: titled })).toEqual(['a', 'b']);
    expect(choicesOf({ type: 'array', items: { anyOf: titled } })).toEqual(['a', 'b']);
    expect(choicesOf({ type: 'string' })).toBeUndefined();
  });
});

describe('ELI-12 ELI-13: a form', () => {
  it('is an object of fields', () => {
    expect(checkForm({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] })).toBeUndefined();
    expect(checkForm({ type: 'object', properties: {} })).toBeUndefined();
  });

  it.each<[unknown, string]>([
    [undefined, "{ type: 'object', properties }"],
    [{ type: 'array' }, "{ type: 'object', properties }"],
    [{ type: 'object', properties: [] }, "{ type: 'object', properties }"],
    [{ type: 'object', properties: { a: { type: 'object' } } }, 'a: expected type'],
    [{ type: 'object', properties: {}, required: ['toString'] }, 'required to be names of properties'],
    [{ type: 'object', properties: {}, required: 'a' }, 'required to be names of properties'],
  ])('%j is none', (schema, problem) => {
    expect(checkForm(schema)).toContain(problem);
  });
});
