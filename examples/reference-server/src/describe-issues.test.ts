import { expect, it } from 'vitest';
import { describeIssues } from './describe-issues.js';

it('refuses a schema with a keyword that it would not check', () => {
  const of = (member: object) => () => describeIssues({ type: 'object', properties: { list: member } });
  expect(of({ type: 'string', pattern: '^a' })).toThrow('got pattern');
  expect(of({ type: 'array', items: { enum: [1] } })).toThrow('got enum');
  expect(of({ type: 'array', items: { type: 'string' } })).not.toThrow();
});

it('names every member that is wrong', () => {
  const check = describeIssues({
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: ['null', 'array'], items: { type: 'boolean' } } },
    required: ['a', 'c'],
  });
  expect(check({ a: 0.5, b: null, c: 1 })).toEqual([]);
  expect(check({ a: true, b: [true, 'x'] })).toEqual([
    { path: '', message: 'required: missing properties: ["c"]' },
    { path: 'a', message: 'type: true has type "boolean", want "number"' },
    { path: 'b.1', message: 'type: x has type "string", want "boolean"' },
  ]);
  expect(check({ a: {}, b: 1, c: 1 })).toHaveLength(2);
});
