import { describe, expect, it } from 'vitest';
import { schemaProblem } from './schema-problem.js';

describe('a schema', () => {
  it.each<[unknown, string]>([
    [{ type: 'strin' }, '/type is to be one of'],
    [{ type: ['string', 'nul'] }, '/type is to be one of'],
    [{ properties: { a: { type: 'int' } } }, '/properties/a/type is to be one of'],
    [{ items: { required: 'a' } }, '/items/required is to be a list of names'],
    [{ enum: 'a' }, '/enum is to be a list of values'],
    [{ pattern: '(' }, '/pattern is no regular expression'],
    [{ pattern: 3 }, '/pattern is to be a regular expression'],
    [{ anyOf: { type: 'string' } }, '/anyOf is to be a list of schemas'],
    [{ properties: [] }, '/properties is to be a map of schemas'],
    [{ properties: { a: 'string' } }, '/properties/a is to be a schema'],
    [{ not: 'x' }, '/not is to be a schema'],
    ['string', '/ is to be a schema'],
  ])('%j has a problem', (schema, problem) => {
    expect(schemaProblem(schema)).toContain(problem);
  });

  it.each<[unknown]>([
    [true],
    [{}],
    [{ type: ['string', 'null'], pattern: '^a', enum: ['a'], required: [] }],
    [{ properties: { type: { type: 'string' }, required: true }, items: false }],
    [{ $defs: { a: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a', 'x-mine': 3, const: { type: 'strin' } }],
  ])('%j has none', (schema) => {
    expect(schemaProblem(schema)).toBeUndefined();
  });
});
