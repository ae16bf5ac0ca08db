import { describe, expect, it } from 'vitest';
import { readPath } from './paths.js';
import { sortedJson } from './values/sorted-json.js';
import { valueText } from './values/value-text.js';

const result = {
  content: [{ type: 'text', text: 'Result: 10' }],
  structuredContent: { sum: 10, nested: { list: ['a', null] }, isError: 'inner' },
  isError: false,
  top: { only: 1 },
  'a.b': 'dotted',
};

describe('readPath', () => {
  it.each([
    ['$.sum', 10],
    ['structuredContent.sum', 10],
    ['structuredContent.top.only', 1],
    ['$.top.only', 1],
    ['$.isError', 'inner'],
    ['isError', false],
    ['content.0.text', 'Result: 10'],
    ['.content..0.$.text', 'Result: 10'],
    ['$.nested.list.0', 'a'],
    ['top', { only: 1 }],
    ['rawResponse', sortedJson(result)],
    ['sum', undefined],
    ['$.missing', undefined],
    ['$.nested.list.1', null],
    ['$.nested.list.-1', undefined],
    ['content.x', undefined],
    ['content.length', undefined],
    ['a.b', undefined],
    ['constructor', undefined],
    ['isError.toString', undefined],
  ])('%s', (path, value) => {
    expect(readPath(result, path)).toEqual(value);
  });
});

it.each<[unknown, string]>([
  ['a b', 'a b'],
  [true, 'true'],
  [150, '150'],
  [0.1, '0.1'],
  [1_000_000, '1000000'],
  [1_700_000_000_000, '1700000000000'],
  [1e21, '1000000000000000000000'],
  [-0.5, '-0.5'],
  [[1, 'a', null], '[1,"a",null]'],
  [{ b: 2, a: 1 }, '{"a":1,"b":2}'],
])('a variable holds %j as %s', (value, text) => {
  expect(valueText(value)).toBe(text);
});

it('a result reads the same whatever the order of its keys', () => {
  const given = JSON.parse('{"b":[{"d":1,"c":"<&>"}],"__proto__":1,"B":2}') as unknown;
  expect(sortedJson(JSON.parse('{"b":{},"9":[],"10":null}'))).toBe('{\n  "10": null,\n  "9": [],\n  "b": {}\n}');
  expect(sortedJson(given)).toBe(
    '{\n  "B": 2,\n  "__proto__": 1,\n  "b": [\n    {\n      "c": "<&>",\n      "d": 1\n    }\n  ]\n}',
  );
});
