import { describe, expect, it } from 'vitest';
import { checkValue, readContent } from './form-content.js';
import type { FieldSchema, FormSchema } from './form-schema.js';

const text = (more: Partial<FieldSchema> = {}): FieldSchema => ({ type: 'string', ...more });

describe('ELI-42 ELI25-22: a value', () => {
  it.each<[FieldSchema, unknown[], unknown[]]>([
    [{ type: 'boolean' }, [true, false], ['true', 1, 0, null, {}, []]],
    [
      { type: 'number', minimum: -1, maximum: 1 },
      [-1, 0.5, 1, -0],
      [-1.01, 1.01, '1', Number.NaN, Number.POSITIVE_INFINITY, true],
    ],
    [{ type: 'integer', minimum: 0 }, [0, 1, 1e21], [-1, 0.5, '0']],
    [text(), ['', 'x', '\u0000'], [1, null, ['x'], {}]],
    // Characters and not UTF-16 units: the first is two units, the second five characters.
    [text({ minLength: 1, maxLength: 1 }), ['𝒳', 'é'], ['', 'ab', '👨‍👩‍👦']],
    [text({ enum: ['a', 'b'] }), ['a', 'b'], ['c', 'A', '', ['a']]],
    [text({ oneOf: [{ const: 'a', title: 'b' }] }), ['a'], ['b']],
    [
      { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] }, minItems: 1, maxItems: 2 },
      [['a'], ['b', 'a']],
      [[], ['a', 'b', 'c'], ['a', 'a'], ['d'], [undefined], [null], [['a']], 'a', { 0: 'a', length: 1 }],
    ],
    [
      text({ format: 'email' }),
      ['a@b', 'a.b+c@d.example', 'ü@ü.example'],
      ['a', '@b', 'a@', 'a@b@c', 'a b@c', 'a@b..c', `${'a'.repeat(65)}@b`, `a@${'b.'.repeat(130)}c`],
    ],
    [
      text({ format: 'uri' }),
      ['https://a.example/x?y#z', 'urn:isbn:1', 'mailto:a@b'],
      ['a', '/a', '//a', 'http://', ' http://a', ''],
    ],
    [
      text({ format: 'date' }),
      ['2024-02-29', '0000-01-01'],
      ['2023-02-29', '2024-13-01', '2024-00-10', '2024-1-1', '2024-01-01T00:00:00Z', '20240101'],
    ],
    [
      text({ format: 'date-time' }),
      ['2024-02-29T23:59:60Z', '2024-01-01T00:00:00.123+14:00', '2024-01-01t00:00:00z'],
      [
        '2024-01-01',
        '2024-01-01T24:00:00Z',
        '2024-01-01T00:60:00Z',
        '2023-02-29T00:00:00Z',
        '2024-01-01T00:00:00',
        '2024-01-01T00:00:00+24:00',
        '2024-01-01T00:00:00+01:60',
      ],
    ],
  ])('of %j', (field, good, bad) => {
    expect(good.filter((value) => checkValue(field, value) !== undefined)).toEqual([]);
    expect(bad.filter((value) => checkValue(field, value) === undefined)).toEqual([]);
  });

  it('that is wrong is shown, and cut where it is long', () => {
    expect(checkValue({ type: 'boolean' }, 'yes')).toBe('expected true or false, got "yes"');
    expect(checkValue({ type: 'number' }, { a: 1 })).toBe('expected a number, got an object or list');
    expect(checkValue(text({ enum: ['a'] }), 'x'.repeat(9_999))?.length).toBeLessThan(120);
  });
});

describe('the content of a form', () => {
  const schema: FormSchema = {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1 },
      size: { type: 'integer', default: 3 },
      note: { type: 'string' },
      constructor: { type: 'boolean' },
    } as FormSchema['properties'],
    required: ['name'],
  };

  it('is cut to what was asked for; defaults are filled in', () => {
    expect(readContent(schema, { name: 'x', more: 1 })).toEqual({ content: { name: 'x', size: 3 } });
    expect(readContent(schema, { name: 'x', size: null, note: null })).toEqual({ content: { name: 'x', size: 3 } });
    expect(readContent(schema, { name: 'x', size: 4, constructor: true })).toEqual({
      content: { name: 'x', size: 4, constructor: true },
    });
  });

  it('takes own members alone', () => {
    const inherited = Object.create({ name: 'x' }) as object;
    expect(readContent(schema, inherited)).toEqual({
      issues: [{ path: 'name', message: 'expected a value, got none' }],
    });
    expect(readContent(schema, JSON.parse('{"__proto__":{"name":"x"}}'))).toHaveProperty('issues');
  });

  it('says everything that is wrong', () => {
    expect(readContent(schema, { name: '', size: 'x', constructor: 1 })).toEqual({
      issues: [
        { path: 'name', message: 'expected at least 1 characters, got 0' },
        { path: 'size', message: 'expected a number, got "x"' },
        { path: 'constructor', message: 'expected true or false, got 1' },
      ],
    });
    for (const content of [undefined, null, [], 'x'])
      expect(readContent(schema, content)).toEqual({
        issues: [{ path: '', message: 'expected content to be an object' }],
      });
  });
});
