import { checkField, type FieldSchema } from '@mcpfusion/protocol';
import { describe, expect, it } from 'vitest';
import { ask } from './ask.js';
import type { AskField } from './ask-fields.js';

const titles = { low: 'Low', high: 'High' } as const;

describe('ask', () => {
  it.each<[string, AskField, FieldSchema]>([
    ['string()', ask.string(), { type: 'string' }],
    ["string('D')", ask.string('D'), { type: 'string', description: 'D' }],
    ['string().min.max', ask.string().min(1).max(2), { type: 'string', minLength: 1, maxLength: 2 }],
    ['string().length', ask.string().length(3), { type: 'string', minLength: 3, maxLength: 3 }],
    ['string().format', ask.string().format('email'), { type: 'string', format: 'email' }],
    ['string().default', ask.string().default(''), { type: 'string', default: '' }],
    ['title, describe', ask.string('D').title('T').describe('E'), { type: 'string', title: 'T', description: 'E' }],
    [
      'number()',
      ask.number('D').min(-1.5).max(2).default(0),
      { type: 'number', description: 'D', minimum: -1.5, maximum: 2, default: 0 },
    ],
    ['integer()', ask.integer().min(1).max(1), { type: 'integer', minimum: 1, maximum: 1 }],
    ['boolean()', ask.boolean().default(false), { type: 'boolean', default: false }],
    [
      'enum([])',
      ask.enum(['a', 'b'], 'D').default('b'),
      { type: 'string', enum: ['a', 'b'], description: 'D', default: 'b' },
    ],
    [
      'enum({})',
      ask.enum(titles),
      {
        type: 'string',
        oneOf: [
          { const: 'low', title: 'Low' },
          { const: 'high', title: 'High' },
        ],
      },
    ],
    [
      'multiEnum([])',
      ask.multiEnum(['a', 'b']).min(1).max(2).default(['a']),
      { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 1, maxItems: 2, default: ['a'] },
    ],
    [
      'multiEnum({})',
      ask.multiEnum(titles),
      {
        type: 'array',
        items: {
          anyOf: [
            { const: 'low', title: 'Low' },
            { const: 'high', title: 'High' },
          ],
        },
      },
    ],
    [
      'schema()',
      ask.schema({ type: 'string', enum: ['a'], enumNames: ['A'] }),
      { type: 'string', enum: ['a'], enumNames: ['A'] },
    ],
  ])('ELI-13 ELI25-06 ELI25-07: %s', (_name, field, schema) => {
    expect(field.schema).toEqual(schema);
    expect(checkField(field.schema)).toBeUndefined();
    expect(Object.isFrozen(field) && Object.isFrozen(field.schema)).toBe(true);
  });

  it.each<[string, () => unknown, string]>([
    ['no choice', () => ask.enum([] as never), 'enum to be a list'],
    ['no titled choice', () => ask.enum({}), 'oneOf to be a list'],
    ['no choices', () => ask.enum(undefined as never), 'oneOf to be a list'],
    ['a number to choose', () => ask.enum([1] as never), 'enum to be a list'],
    ['one choice twice', () => ask.enum(['a', 'a']), 'each value to choose from once'],
    ['of several, none', () => ask.multiEnum({}), 'items to be'],
    ['of several, one twice', () => ask.multiEnum(['a', 'a']), 'each value to choose from once'],
    ['more than there are', () => ask.multiEnum(['a']).min(2), 'minItems to be at most 1'],
    ['min over max', () => ask.string().min(3).max(2), 'minLength to be at most maxLength'],
    ['max under min', () => ask.number().max(1).min(2), 'minimum to be at most maximum'],
    ['a negative length', () => ask.string().min(-1), 'minLength to be an integer'],
    ['half a character', () => ask.string().max(1.5), 'maxLength to be an integer'],
    ['no number', () => ask.number().min(Number.NaN), 'minimum to be a number'],
    ['a format that forms lack', () => ask.string().format('ipv4' as never), 'format to be one of'],
    [
      'a default of another type',
      () => ask.string().default(1 as never),
      'its default does not fit: expected a string',
    ],
    ['a default too short', () => ask.string().min(3).default('ab'), 'its default does not fit'],
    ['a limit that the default breaks', () => ask.string().default('ab').min(3), 'its default does not fit'],
    [
      'a default that is no choice',
      () => ask.enum(['a']).default('b' as never),
      'its default does not fit: expected one of a',
    ],
    ['a default that is no date', () => ask.string().format('date').default('2023-02-29'), 'its default does not fit'],
    ['half an integer', () => ask.integer().default(0.5), 'its default does not fit: expected a whole number'],
    ['too many by default', () => ask.multiEnum(['a', 'b']).max(1).default(['a', 'b']), 'its default does not fit'],
    ['a description that is none', () => ask.string(1 as never), 'description to be a string'],
    ['a title that is none', () => ask.string().title(1 as never), 'title to be a string'],
    ['an object', () => ask.schema({ type: 'object' } as never), 'type to be one of'],
    ['a pattern', () => ask.schema({ type: 'string', pattern: 'x' } as never), 'no pattern'],
    ['nothing', () => ask.schema(undefined as never), 'a field to be an object'],
  ])('throws for %s, where it is said', (_what, make, problem) => {
    expect(make).toThrow(problem);
    expect(make).toThrow(expect.objectContaining({ code: 'SETUP' }));
  });

  it('never changes a field: each method gives a new one', () => {
    const base = ask.string('D');
    const fields = [base.min(1), base.optional(), base.notSecret(), base.default('x')];
    expect(base).toEqual(ask.string('D'));
    expect(fields.map(({ isOptional, isNotSecret }) => [isOptional, isNotSecret])).toEqual([
      [false, false],
      [true, false],
      [false, true],
      [false, false],
    ]);
    expect(base.optional().min(1).title('T').isOptional).toBe(true);
    expect(base.notSecret().optional().isNotSecret).toBe(true);
  });

  it('keeps no hold on what it was given', () => {
    const values: [string, ...string[]] = ['a', 'b'];
    const defaults = ['a'];
    const [one, several] = [ask.enum(values), ask.multiEnum(values).default(defaults)];
    values.push('c');
    defaults.push('b');
    expect([one.schema.enum, several.schema.items?.enum, several.schema.default]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
      ['a'],
    ]);
  });

  it('counts characters as people do not, but JSON Schema does', () => {
    expect(() => ask.string().max(1).default('𝒳')).not.toThrow();
    expect(() => ask.string().max(1).default('👨‍👩‍👦')).toThrow('at most 1');
  });
});
