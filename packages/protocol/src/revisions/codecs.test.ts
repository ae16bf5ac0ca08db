import { Validator } from '@cfworker/json-schema';
import { describe, expect, it } from 'vitest';
import { codecs } from './index.js';
import type { ToolListing } from './codec.js';

const session = codecs['2025-11-25'];
const stateless = codecs['2026-07-28'];
const server = { name: 'server', version: '1.0.0' };
const serverInfo = 'io.modelcontextprotocol/serverInfo';

const tool: ToolListing = {
  name: 'report',
  title: 'Report',
  description: 'Makes one.',
  icons: [{ src: 'https://example.com/icon.png' }],
  inputSchema: { type: 'object' },
  outputSchema: { type: 'array', items: { type: 'string' } },
  annotations: { readOnlyHint: true },
  _meta: { 'com.example/a': 1 },
};

describe('2026-07-28', () => {
  it('MRT-29, BAS-07: a result says what it is and who made it', () => {
    expect(stateless.completeResult({ tools: [] }, server)).toEqual({
      resultType: 'complete',
      tools: [],
      _meta: { [serverInfo]: server },
    });
  });

  it('keeps what the result has', () => {
    expect(stateless.completeResult({ resultType: 'input_required', _meta: { a: 1 } }, server)).toEqual({
      resultType: 'input_required',
      _meta: { a: 1, [serverInfo]: server },
    });
  });

  it('has cache hints, all members of a tool, and any root in structured content', () => {
    expect(stateless.cacheHints({ ttlMs: 0, cacheScope: 'private' })).toEqual({ ttlMs: 0, cacheScope: 'private' });
    expect(stateless.listTool(tool, '2026-07-28')).toEqual(tool);
    expect(stateless.structuredContent([1], { type: 'array' }, '2026-07-28')).toEqual({ structuredContent: [1] });
  });

  it.each(['initialize', 'ping', 'logging/setLevel'])('has no %s (server-stateless)', (method) => {
    expect(stateless.requestMethods.has(method)).toBe(false);
  });
});

describe('2025-11-25 and before', () => {
  it('a result is what the method gave', () => {
    expect(session.completeResult({ a: 1 }, server)).toEqual({ a: 1 });
    expect(session.cacheHints({ ttlMs: 1, cacheScope: 'public' })).toEqual({});
    expect(session.requestMethods.has('server/discover')).toBe(false);
  });

  it.each([
    ['2025-11-25', ['name', 'title', 'description', 'icons', 'inputSchema', 'outputSchema', 'annotations', '_meta']],
    ['2025-06-18', ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations', '_meta']],
    ['2025-03-26', ['name', 'description', 'inputSchema', 'annotations']],
  ])('%s lists a tool with the members that it knows', (version, members) => {
    expect(Object.keys(session.listTool(tool, version)).toSorted()).toEqual(members.toSorted());
  });

  it('an object stays as it is', () => {
    const outputSchema = { type: 'object', properties: { a: { type: 'integer' } } };
    expect(session.listTool({ ...tool, outputSchema }, '2025-11-25').outputSchema).toBe(outputSchema);
    expect(session.structuredContent({ a: 1 }, outputSchema, '2025-11-25')).toEqual({ structuredContent: { a: 1 } });
  });

  it('2025-03-26 knows no structured content', () => {
    expect(session.structuredContent({ a: 1 }, { type: 'object' }, '2025-03-26')).toEqual({});
  });
});

describe('an output schema without an object root, for a client of 2025-11-25', () => {
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  const tree = { type: 'array', items: { $ref: '#' } };
  const node = {
    type: ['object', 'null'],
    properties: { next: { $ref: '#/$defs/node' } },
    additionalProperties: false,
  };

  /** Values that fit and values that do not, for each schema. */
  it.each<[string, object, unknown[], unknown[]]>([
    ['an array', { $schema, type: 'array', items: { type: 'string' } }, [[], ['a']], [[1], 'a', null]],
    ['a union', { anyOf: [{ type: 'string' }, { type: 'null' }] }, ['a', null], [1, {}]],
    ['no rule at all', {}, [1, null, {}, []], []],
    ['definitions', { $ref: '#/$defs/node', $defs: { node } }, [null, {}, { next: { next: null } }], [[], { next: 1 }]],
    ['old definitions', { $ref: '#/definitions/node', definitions: { node: { type: 'string' } } }, ['a'], [1]],
    ['a reference to itself', { $schema, ...tree }, [[], [[], [[]]]], [[1], {}, [{ result: [] }]]],
    [
      'a reference into itself',
      { type: 'array', prefixItems: [{ type: 'string' }], items: { $ref: '#/prefixItems/0' } },
      [['a', 'b']],
      [['a', 1]],
    ],
    [
      'a definition that refers to the whole',
      {
        type: 'array',
        items: { $ref: '#/$defs/leaf' },
        $defs: { leaf: { anyOf: [{ type: 'string' }, { $ref: '#' }] } },
      },
      [['a', ['b']]],
      [[1], ['a', { result: [] }]],
    ],
    [
      'members named like keywords',
      {
        type: ['object', 'null'],
        properties: { default: { $ref: '#' }, $ref: { type: 'string' } },
        additionalProperties: false,
      },
      [null, {}, { default: { default: null } }, { $ref: '#' }],
      [{ default: 1 }, { default: { result: null } }, { $ref: 1 }],
    ],
    ['an identity of its own', { $id: 'https://example.com/tree', ...tree }, [[], [[]]], [[1], [{ result: [] }]]],
    [
      'a constant that looks like a reference',
      { const: [{ $ref: '#' }] },
      [[{ $ref: '#' }]],
      [[{ $ref: '#/properties/result' }]],
    ],
  ])('%s: is wrapped as { result }, and means the same', (_, outputSchema, fitting, wrong) => {
    const listed = session.listTool({ ...tool, outputSchema }, '2025-11-25').outputSchema as Record<string, unknown>;
    expect(listed).toMatchObject({ type: 'object', required: ['result'] });
    const validator = new Validator(structuredClone(listed), '2020-12');
    const isValid = (value: unknown): boolean => {
      const { structuredContent } = session.structuredContent(value, outputSchema, '2025-11-25');
      expect(structuredContent).toEqual({ result: value });
      return validator.validate(structuredContent).valid;
    };
    expect(fitting.filter((value) => !isValid(value))).toEqual([]);
    expect(wrong.filter(isValid)).toEqual([]);
  });

  it('keeps its $schema at the root', () => {
    const listed = session.listTool({ ...tool, outputSchema: { $schema, ...tree } }, '2025-11-25').outputSchema;
    expect(listed).toMatchObject({ $schema, properties: { result: { type: 'array' } } });
  });
});
