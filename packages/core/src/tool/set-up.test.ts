import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cfworkerValidator } from './cfworker-validator.js';
import { compileTool } from './compile-tool.js';
import type { ToolDefinition } from './definition.js';
import { initMCPFusion } from './fusion.js';

const f = initMCPFusion();
const compile = (tool: ToolDefinition) => compileTool(tool, cfworkerValidator);
// As a caller without a compiler would.
const any = (value: unknown): never => value as never;
const escape = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
// What the words name may stand between them.
const setUp = (words: string) => ({
  name: 'FusionError',
  code: 'SETUP',
  message: expect.stringMatching(escape(words).replaceAll(' to be ', '.* to be ').replaceAll(' to fit', '.* to fit.*')),
});
const thrownBy = (run: () => unknown): unknown => {
  try {
    run();
  } catch (error) {
    return error;
  }
  return 'nothing';
};
const builder = () => f.query('t');

describe('a field is refused where it is written, for', () => {
  it.each<[string, () => unknown, string]>([
    ['a pattern', () => builder().withString('a', '', { pattern: '(' }), 'pattern to be a regular expression, got "("'],
    ['a format', () => builder().withString('a', '', { format: any('emial') }), 'format to be one of email, uri'],
    ['a negative length', () => builder().withString('a', '', { min: -1 }), 'minLength to be an integer of at least 0'],
    ['a length of half', () => builder().withString('a', '', { max: 1.5 }), 'maxLength to be an integer of at least 0'],
    ['a bound that is text', () => builder().withNumber('a', '', { min: any('3') }), 'minimum to be a number, got "3"'],
    [
      'a bound that is NaN',
      () => builder().withNumber('a', '', { max: Number.NaN }),
      'maximum to be a number, got NaN',
    ],
    [
      'min above max',
      () => builder().withInteger('a', '', { min: 3, max: 2 }),
      'min to be at most max, which is 2, got 3',
    ],
    ['no values', () => builder().withEnum('a', any([])), 'enum to be a list with at least one value, got []'],
    ['values that are no list', () => builder().withEnum('a', any('x')), 'enum to be a list with at least one value'],
    ['values that are no text', () => builder().withEnum('a', any([1])), 'values to be strings, got [1]'],
    ['no type of item', () => builder().withArray('a', any('strng')), 'type to be a type of JSON, or a list of them'],
    ['a description that is none', () => builder().withString('a', any({ min: 1 })), 'description to be a string'],
    ['options that are none', () => builder().withString('a', '', any(null)), 'options to be an object, got null'],
    [
      'a default below min',
      () => builder().withInteger('a', '', { min: 1, default: 0 }),
      'the default to fit its rules, got 0',
    ],
    [
      'a default too long',
      () => builder().withString('a', '', { max: 1, default: 'ab' }),
      'the default to fit its rules, got "ab"',
    ],
    [
      'a default of another type',
      () => builder().withNumber('a', '', any({ default: '1' })),
      'the default to fit its rules, got "1"',
    ],
    [
      'a default with a fraction',
      () => builder().withInteger('a', '', { default: 1.5 }),
      'the default to fit its rules, got 1.5',
    ],
    [
      'a default not in the enum',
      () => builder().withEnum('a', ['x'], '', any({ default: 'y' })),
      'the default to fit',
    ],
    [
      'a default the pattern forbids',
      () => builder().withString('a', '', { pattern: '^b', default: 'a' }),
      'the default to fit',
    ],
    [
      'a default the format forbids',
      () => builder().withString('a', '', { format: 'email', default: 'a' }),
      'the default to fit',
    ],
    [
      'items the type forbids',
      () => builder().withArray('a', 'string', '', any({ default: [1] })),
      'the default to fit its rules, got [1]',
    ],
    [
      'a null default',
      () => builder().withString('a', '', any({ default: null })),
      'the default to fit its rules, got null',
    ],
    ['no name', () => builder().withString(any(5)), 'a field name for t, got 5'],
  ])('%s', (_what, run, message) => {
    expect(thrownBy(run)).toMatchObject(setUp(message));
    expect(thrownBy(run)).toMatchObject({ message: expect.stringMatching(/field (`a` of|name for) t/) });
  });

  it('nothing else: defaults that fit', () => {
    const tool = builder()
      .withString('a', '', { format: 'email', default: 'a@example.com' })
      .withInteger('b', '', { min: 1, max: 1, default: 1 })
      .withEnum('c', ['x', 'y'], '', { default: 'y' })
      .withArray('d', 'integer', '', { max: 2, default: [1, 2] })
      .withBoolean('e', '', { default: false })
      .handle(() => 1);
    expect(Object.keys(tool.input.defaults)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});

describe('JSON Schema is refused when the tool is compiled, for', () => {
  const deep = (schema: unknown) => ({ type: 'object', properties: { a: { items: { anyOf: [true, schema] } } } });
  it.each<[string, object, string]>([
    ['a type', { type: 'strng' }, 'type to be a type of JSON, or a list of them, got "strng"'],
    ['a type in a list', { type: ['string', 'nul'] }, 'got ["string","nul"]'],
    ['a pattern', { pattern: '(' }, 'pattern to be a regular expression, got "("'],
    ['the pattern of a name', { patternProperties: { '(': {} } }, 'patternProperties to be regular expressions'],
    ['no values', { enum: [] }, 'enum to be a list with at least one value'],
    ['a number as text', { minimum: '1' }, 'minimum to be a number'],
    ['an old exclusive bound', { exclusiveMinimum: true }, 'exclusiveMinimum to be a number, got true'],
    ['required as a boolean', { required: true }, 'required to be a list of strings, got true'],
    ['a reference to nothing', { $ref: '#/$defs/nothing' }, '$ref to lead somewhere, got "#/$defs/nothing"'],
    ['a reference to elsewhere', { $ref: 'https://example.com/other' }, '$ref to lead somewhere'],
    [
      'a circle of references',
      { $ref: '#/properties/a/items/anyOf/1' },
      '$ref to lead to a schema, got "a circle at #/properties',
    ],
    [
      'a schema that is none',
      { properties: { b: 'string' } },
      '#/properties/a/items/anyOf/1/properties/b to be a schema',
    ],
    ['properties that are none', { properties: [] }, 'properties to be an object of schemas, got []'],
    ['a choice that is none', { oneOf: {} }, 'oneOf to be a list of schemas, got {}'],
  ])('%s', (_what, schema, message) => {
    const tool = f
      .query('t')
      .input(deep(schema))
      .handle(() => 1);
    expect(thrownBy(() => compile(tool))).toMatchObject(setUp(message));
    expect(thrownBy(() => compile(tool))).toMatchObject(setUp('the input schema of t to be valid, got: Expected '));
    const output = f
      .query('u')
      .output(deep(schema))
      .handle(() => 1);
    expect(thrownBy(() => compile(output))).toMatchObject(setUp('the output schema of u to be valid'));
  });

  it('nothing else', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'https://example.com/tree',
      type: 'object',
      'x-unknown': { type: 'strng' },
      $defs: { node: { $anchor: 'node', type: ['object', 'null'], properties: { next: { $ref: '#node' } } } },
      properties: {
        type: { const: { type: 'strng', $ref: '#/nowhere' } },
        tree: { $ref: '#/$defs/node' },
        self: { $ref: '#' },
        pattern: { type: 'string', pattern: '\\p{L}+', default: { type: 'no schema' }, examples: [{ type: 'x' }] },
      },
      patternProperties: { '^x-': false },
      dependentRequired: { tree: ['self'] },
      unevaluatedProperties: { enum: [null] },
    };
    expect(
      compile(
        f
          .query('t')
          .input(schema)
          .handle(() => 1),
      ).paramHeaders,
    ).toEqual([]);
  });

  it('nothing that a schema library checks itself', () => {
    const schema = z.object({ a: z.string().regex(new RegExp('\\-')) });
    expect(
      compile(
        f
          .query('t')
          .input(schema)
          .handle(() => 1),
      ).definition.name,
    ).toBe('t');
  });
});

describe('a tool is refused where it is written, for', () => {
  const handle = () => 1;
  it.each<[string, () => unknown, string]>([
    ['no handler', () => builder().handle(any(undefined)), 'the handler of t to be a function, got undefined'],
    ['a title', () => builder().title(any(5)).handle(handle), 'the title of t to be a string, got 5'],
    ['a description', () => builder().describe(any({})).handle(handle), 'the description of t to be a string, got {}'],
    ['icons', () => builder().icons(any('x.png')).handle(handle), 'the icons of t to be objects with a src'],
    ['icons without src', () => builder().icons(any({})).handle(handle), 'the icons of t to be objects with a src'],
    [
      'icons as data',
      () => f.tool(any({ kind: 'query', name: 't', icons: 5, handle })),
      'the icons of t to be objects',
    ],
    ['annotations', () => builder().annotations(any('read')), 'the annotations of t to be an object, got "read"'],
    [
      'annotations as data',
      () => f.tool(any({ kind: 'query', name: 't', annotations: 5, handle })),
      'annotations of t',
    ],
    [
      'a hint',
      () =>
        builder()
          .annotations(any({ readOnlyHint: 'yes' }))
          .handle(handle),
      'readOnlyHint of t to be a boolean, got "yes"',
    ],
    [
      'middleware',
      () => builder().use(any(undefined)).handle(handle),
      'middleware of t to be functions, got undefined',
    ],
    [
      'middleware as data',
      () => f.tool(any({ kind: 'query', name: 't', use: handle, handle })),
      'middleware of t to be a list',
    ],
    ['concurrency', () => builder().concurrency(any(4)), 'concurrency of t to be an object, got 4'],
    [
      'max',
      () => builder().concurrency({ max: 0 }).handle(handle),
      'concurrency.max of t to be an integer of at least 1',
    ],
    [
      'queue',
      () => builder().concurrency({ max: 1, queue: -1 }).handle(handle),
      'concurrency.queue of t to be an integer',
    ],
    [
      'key',
      () =>
        builder()
          .concurrency(any({ max: 1, key: 'id' }))
          .handle(handle),
      'concurrency.key of t to be a function',
    ],
    ['serialize', () => builder().serialize(any('id')).handle(handle), 'serialize of t to be a function, got "id"'],
    ['a timeout as text', () => builder().timeout(any('5')).handle(handle), 'the timeout of t to be from 1 to'],
    ['no data', () => f.tool(any(undefined)), 'f.tool() to get an object, got undefined'],
  ])('%s', (_what, run, message) => {
    expect(thrownBy(run)).toMatchObject(setUp(message));
  });
});

it('content of an output is refused when it is no function', () => {
  const thrown = thrownBy(() => builder().output({ type: 'object' }, { content: any('words') }));
  expect(thrown).toMatchObject(setUp('content of the output of t to be a function, got string'));
});
