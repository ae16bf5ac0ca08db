import type { ListedTool } from '@mcpfusion/client';
import { describe, expect, it } from 'vitest';
import { convertArgument } from './convert.js';
import { readNamed } from './named.js';
import { toolArguments } from './tool-arguments.js';

const backslash = '\\';

describe('readNamed', () => {
  it.each([
    ['a:', { name: 'a', value: '' }],
    ['k:v:w', { name: 'k', value: 'v:w' }],
    [`C:${backslash}x`, { name: 'C', value: `${backslash}x` }],
    ['mailto:x@y', { name: 'mailto', value: 'x@y' }],
    ['uri:mcp://time', { name: 'uri', value: 'mcp://time' }],
    ['Error: x', { name: 'Error', value: ' x' }],
    ['a.b-c_d:1', { name: 'a.b-c_d', value: '1' }],
    ['_:1', { name: '_', value: '1' }],
    ['file:///x', undefined],
    ['1a:x', undefined],
    [':x', undefined],
    ['word: one\ntwo', undefined],
    ['word', undefined],
  ])('%j', (token, named) => {
    expect(readNamed(token)).toEqual(named);
  });
});

describe('convertArgument', () => {
  const array = { type: 'array' };
  it.each<[string, unknown, unknown]>([
    ['7', { type: 'integer' }, 7],
    ['+5', { type: 'integer' }, 5],
    ['-5', { type: 'integer' }, -5],
    ['1.0', { type: 'integer' }, '1.0'],
    ['1e3', { type: 'integer' }, '1e3'],
    ['1e3', { type: 'number' }, 1000],
    ['.5', { type: 'number' }, 0.5],
    ['1_000', { type: 'number' }, 1000],
    ['0x10', { type: 'number' }, '0x10'],
    ['1__0', { type: 'number' }, '1__0'],
    ['not_a_number', { type: 'integer' }, 'not_a_number'],
    ['TRUE', { type: 'boolean' }, true],
    ['1', { type: 'boolean' }, true],
    ['0', { type: 'boolean' }, false],
    ['False', { type: 'boolean' }, false],
    ['yes', { type: 'boolean' }, 'yes'],
    ['7', { type: 'string' }, '7'],
    ['7', { type: ['string', 'integer'] }, 7],
    ['x', { type: ['null', 'integer'] }, 'x'],
    ['7', { anyOf: [{ type: 'null' }, { oneOf: [{ type: 'integer' }] }] }, 7],
    [' ["x y", "z"] ', array, ['x y', 'z']],
    ['["a"]', { type: ['null', 'array'] }, ['a']],
    ['["a"]', { type: 'string' }, '["a"]'],
    ['["a"]', { type: ['string', 'array'] }, ['a']],
    ['["a"]', { type: ['string', 'object'] }, '["a"]'],
    ['{"a":1}', { type: ['string', 'object'] }, { a: 1 }],
    ['{"a":1}', { type: ['string', 'array'] }, '{"a":1}'],
    ['["a"]', { type: 'object' }, ['a']],
    ['{"a":1}', { type: 'object' }, { a: 1 }],
    ['{"a":1}', { type: 'string' }, '{"a":1}'],
    ['[1', array, '[1'],
    ['[nope]', array, '[nope]'],
    ['7', {}, '7'],
    ['7', true, '7'],
    ['7', undefined, '7'],
    ['7', { $ref: '#/x' }, '7'],
    ['7', { const: 7 }, '7'],
    ['7', { enum: [7] }, '7'],
    ['[1]', { enum: [[1]] }, '[1]'],
    ['null', { type: 'null' }, 'null'],
  ])('%j by %j', (text, schema, value) => {
    expect(convertArgument(text, schema)).toEqual(value);
  });

  it.each([
    ['Inf', { type: 'number' }, 'a number that JSON can hold'],
    ['NaN', { type: 'number' }, 'a number that JSON can hold'],
    ['9007199254740993', { type: 'integer' }, 'which can be sent exactly'],
  ])('refuses %s, which cannot be sent', (text, schema, why) => {
    expect(() => convertArgument(text, schema)).toThrow(why);
  });
});

describe('toolArguments', () => {
  const tool = (properties: Record<string, unknown>): ListedTool => ({
    name: 'try',
    inputSchema: { type: 'object', properties },
  });
  const add = tool({ b: { type: 'integer' }, a: { type: 'integer' } });
  const progressTest = tool({ seconds: { type: 'integer' }, count: { type: 'integer' } });

  it.each<[string, ListedTool | undefined, string[], unknown]>([
    ['values go to the names in their order', add, ['7', '8'], { a: 7, b: 8 }],
    ['what is left over goes to what is not named', add, ['b:1', '41'], { a: 41, b: 1 }],
    ['optional ones included', progressTest, ['3'], { count: 3 }],
    ['a URL is a value', tool({ message: { type: 'string' } }), ['http://x/a'], { message: 'http://x/a' }],
    ['none', add, [], {}],
    [
      'upper case before lower, as bytes',
      tool({ a: {}, B: {}, é: {}, z: {} }),
      ['1', '2', '3', '4'],
      {
        B: '1',
        a: '2',
        z: '3',
        é: '4',
      },
    ],
    ['a name that is no property of an unknown tool', undefined, ['x:1', '2'], {}],
    ['the last of two wins', add, ['a:1', 'a:2'], { a: 2 }],
    [
      'a property called __proto__',
      JSON.parse('{"name":"try","inputSchema":{"properties":{"__proto__":{}}}}') as ListedTool,
      ['__proto__:x'],
      JSON.parse('{"__proto__":"x"}'),
    ],
  ])('%s', (_title, given, tokens, args) => {
    expect(toolArguments(given, tokens)).toEqual(args);
  });

  it.each([
    ['c:1', 'unknown argument "c" of try; its arguments are: a, b'],
    ['Error: x', 'unknown argument "Error" of try; its arguments are: a, b'],
    ['constructor:x', 'unknown argument "constructor" of try'],
  ])('refuses %s', (token, text) => {
    expect(() => toolArguments(add, [token])).toThrow(text);
  });

  it('refuses too many values', () => {
    expect(() => toolArguments(add, ['1', '2', '3', '4'])).toThrow(
      'too many values for try: "3", "4"; its arguments are: a, b',
    );
    expect(() => toolArguments({ name: 'bare' }, ['1'])).toThrow(
      'too many values for bare: "1"; it takes no arguments',
    );
  });
});
