import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cfworkerValidator } from './cfworker-validator.js';
import { compileTool, type CompiledTool } from './compile-tool.js';
import type { ToolDefinition } from './definition.js';
import { initMCPFusion } from './fusion.js';

const f = initMCPFusion();
const compile = (tool: ToolDefinition): CompiledTool => compileTool(tool, cfworkerValidator);
const issuesOf = async (tool: CompiledTool, raw: unknown): Promise<string[]> => {
  const parsed = await tool.parse(raw);
  return parsed.ok ? [] : parsed.issues.map(({ path }) => path);
};

describe('input from a schema library', () => {
  const zod = z.object({ id: z.string().min(2), n: z.number().default(1) });
  const valibot = v.object({ id: v.pipe(v.string(), v.minLength(2)), n: v.optional(v.number(), 1) });
  const arktype = type({ id: 'string >= 2', n: 'number = 1' });

  it.each([
    [
      'zod',
      f
        .query('t')
        .input(zod)
        .handle(() => 1),
    ],
    [
      'valibot',
      f
        .query('t')
        .input(toStandardJsonSchema(valibot))
        .handle(() => 1),
    ],
    [
      'arktype',
      f
        .query('t')
        .input(arktype)
        .handle(() => 1),
    ],
    [
      'a pair',
      f
        .query('t')
        .input({
          schema: valibot,
          jsonSchema: { type: 'object', properties: { id: { type: 'string', minLength: 2 } }, required: ['id'] },
        })
        .handle(() => 1),
    ],
  ])('%s: is listed, checked with paths, and filled with defaults', async (_library, tool) => {
    const { jsonSchema } = tool.input;
    expect(jsonSchema).toMatchObject({
      type: 'object',
      properties: { id: { type: 'string', minLength: 2 } },
      required: ['id'],
    });
    const compiled = compile(tool);
    expect(await issuesOf(compiled, { id: 'x' })).toEqual(['id']);
    expect(await compiled.parse({ id: 'abc' })).toEqual({ ok: true, value: { id: 'abc', n: 1 } });
  });

  it('may be checked by a promise of another kind, and by nothing less', async () => {
    const schemaOf = (validate: () => unknown) =>
      ({ schema: { '~standard': { version: 1, vendor: 'test', validate } }, jsonSchema: { type: 'object' } }) as never;
    // oxlint-disable-next-line unicorn/no-thenable -- that is what is tested
    const thenable = { then: (give: (result: unknown) => void) => give({ issues: [{ message: 'no', path: ['id'] }] }) };
    expect(
      await issuesOf(
        compile(
          f
            .query('t')
            .input(schemaOf(() => thenable))
            .handle(() => 1),
        ),
        {},
      ),
    ).toEqual(['id']);
    const broken = compile(
      f
        .query('t')
        .input(schemaOf(() => ({})))
        .handle(() => 1),
    );
    expect(() => broken.parse({})).toThrow('value or issues, got neither');
  });

  it('may check asynchronously', async () => {
    const schema = z.object({ id: z.string().refine(async (id) => id === 'good', 'not good') });
    const tool = compile(
      f
        .query('t')
        .input(schema)
        .handle(() => 1),
    );
    expect(await issuesOf(tool, { id: 'bad' })).toEqual(['id']);
    expect(await issuesOf(tool, { id: 'good' })).toEqual([]);
  });

  it('that JSON Schema cannot express is refused at definition, naming the tool (case 89)', () => {
    const schema = z.object({ when: z.date() });
    expect(() => f.query('report.dated').input(schema)).toThrow(/input schema of report\.dated/);
  });

  it('that brings no JSON Schema is refused, saying what to give', () => {
    const schema = v.object({ id: v.string() });
    expect(() => f.query('bare').input(schema)).toThrow(/valibot does not\. Give \{ schema, jsonSchema \}/);
  });

  it('that is no object is refused', () => {
    expect(() => f.query('list').input({ type: 'array' })).toThrow('"type": "object", got "array"');
  });
});

describe('input from JSON Schema', () => {
  const jsonSchema = Object.freeze({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: { address: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } },
    properties: { address: { $ref: '#/$defs/address' }, tags: { type: 'array', items: { type: 'string' } } },
  });

  it('is listed as it was given, and checked with paths', async () => {
    const tool = f
      .query('t')
      .input(jsonSchema)
      .handle(() => 1);
    expect(tool.input.jsonSchema).toBe(jsonSchema);
    const compiled = compile(tool);
    expect(await issuesOf(compiled, { address: {} })).toEqual(['address']);
    expect(await issuesOf(compiled, { tags: ['a', 1] })).toEqual(['tags.1']);
    expect(await issuesOf(compiled, { address: { city: 'x' }, tags: [] })).toEqual([]);
  });
});

describe('fields', () => {
  const tool = f
    .query('t')
    .withString('id', 'The id', { min: 2, pattern: '^[a-z]+$' })
    .withInteger('limit', 'Most rows', { default: 10, max: 100 })
    .withEnum('order', ['up', 'down'], 'Order', { optional: true })
    .withArray('tags', 'string', 'Tags', { optional: true, min: 1 })
    .withBoolean('dry', undefined, { default: false })
    .handle((input) => input);

  it('are listed as JSON Schema that allows nothing else', () => {
    expect(tool.input.jsonSchema).toEqual({
      type: 'object',
      properties: {
        id: { type: 'string', description: 'The id', minLength: 2, pattern: '^[a-z]+$' },
        limit: { type: 'integer', description: 'Most rows', default: 10, maximum: 100 },
        order: { type: 'string', description: 'Order', enum: ['up', 'down'] },
        tags: { type: 'array', description: 'Tags', minItems: 1, items: { type: 'string' } },
        dry: { type: 'boolean', default: false },
      },
      required: ['id'],
      additionalProperties: false,
    });
  });

  it('are checked, each with its path, and filled with defaults', async () => {
    const compiled = compile(tool);
    expect(await compiled.parse({ id: 'ab' })).toEqual({ ok: true, value: { id: 'ab', limit: 10, dry: false } });
    expect(await issuesOf(compiled, { id: 'A', limit: 101, order: 'sideways', tags: [] })).toEqual(
      expect.arrayContaining(['id', 'limit', 'order', 'tags']),
    );
    expect(await issuesOf(compiled, { id: 'ab', more: 1 })).toEqual(['more']);
    expect(await issuesOf(compiled, undefined)).toHaveLength(1);
    const optional = compile(
      f
        .query('t')
        .withInteger('n', 'N', { default: 3 })
        .handle(() => 1),
    );
    expect(await optional.parse(undefined)).toEqual({ ok: true, value: { n: 3 } });
  });

  it('that are undefined, as only ctx.call can give them, are absent', async () => {
    expect(await compile(tool).parse({ id: 'ab', limit: undefined, order: undefined })).toEqual({
      ok: true,
      value: { id: 'ab', limit: 10, dry: false },
    });
    expect(await issuesOf(compile(tool), { id: undefined })).toHaveLength(1);
  });

  it('are taken from own members alone (case 91)', async () => {
    const named = compile(
      f
        .query('t')
        .withString('constructor')
        .handle(() => 1),
    );
    expect(await issuesOf(named, {})).toHaveLength(1);
    expect(await issuesOf(named, { constructor: 'x' })).toEqual([]);
  });

  it('may be branched: a shared base does not leak into its branches', () => {
    const base = f.query('base').withString('id');
    const left = base.withNumber('n').handle(() => 1);
    const right = base.handle(() => 1);
    expect(Object.keys(left.input.jsonSchema['properties'] as object)).toEqual(['id', 'n']);
    expect(Object.keys(right.input.jsonSchema['properties'] as object)).toEqual(['id']);
  });
});

describe('a definition', () => {
  it.each([
    ['a field twice', () => f.query('t').withString('id').withNumber('id'), 'field `id` of t to be defined once'],
    ['fields and a schema', () => f.query('t').withString('id').input({ type: 'object' }), '.with…() fields, got both'],
    ['a schema and fields', () => f.query('t').input({ type: 'object' }).withString('id'), '.with…() fields, got both'],
    ['an empty name', () => f.query(''), '1 to 128 characters'],
    ['a line break in the name', () => f.query('a\nb'), 'without control characters'],
    [
      'no room',
      () =>
        f
          .query('t')
          .concurrency({ max: 0 })
          .handle(() => 1),
      'concurrency.max of t',
    ],
    [
      'a negative time limit',
      () =>
        f
          .query('t')
          .timeout(-1)
          .handle(() => 1),
      'timeout of t',
    ],
    ['no handler', () => f.query('t').handle('x' as never), 'handler of t to be a function, got "x"'],
    [
      'a wrong kind',
      () => f.tool({ kind: 'other' as never, name: 't', handle: () => 1 }),
      'query, mutation or action, got "other"',
    ],
    ['a schema that is no schema', () => f.query('t').input(7 as never), 'JSON Schema, got number'],
  ])('with %s is refused where it is written', (_what, define, words) => {
    expect(define).toThrow(words);
  });

  it('is frozen data, with the hints of its kind', () => {
    const mutation = f
      .mutation('m')
      .annotations({ idempotentHint: true })
      .handle(() => 1);
    expect(Object.isFrozen(mutation)).toBe(true);
    expect(mutation.annotations).toEqual({ readOnlyHint: false, destructiveHint: true, idempotentHint: true });
    expect(f.query('q').handle(() => 1).annotations).toEqual({ readOnlyHint: true });
    expect(f.action('a').handle(() => 1).annotations).toEqual({});
  });

  it('from data is the same as from the builder', () => {
    const handle = (): number => 1;
    const middleware = f.middleware(({ next }) => next());
    const input = { type: 'object' };
    const built = f.mutation('t').title('T').describe('d').input(input).use(middleware).timeout(5).handle(handle);
    const made = f.tool({
      kind: 'mutation',
      name: 't',
      title: 'T',
      description: 'd',
      input,
      use: [middleware],
      timeoutMs: 5,
      handle,
    });
    expect(made).toEqual(built);
  });
});
