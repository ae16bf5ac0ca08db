import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import { isObject } from '@mcpfusion/protocol';
import { setupError } from '../errors.js';
import { messageOf } from '../handler/safe-json.js';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A schema library's schema beside the JSON Schema to list it with, for libraries that cannot make their own. */
export interface SchemaPair<TSchema extends StandardSchemaV1 = StandardSchemaV1> {
  readonly schema: TSchema;
  readonly jsonSchema: JsonSchema;
}

/** What `.input` and `.output` take: a Standard Schema, a pair, or plain JSON Schema. */
export type AnySchema = StandardSchemaV1 | SchemaPair | JsonSchema;

export type SchemaInput<TSchema> = TSchema extends StandardSchemaV1
  ? StandardSchemaV1.InferInput<TSchema>
  : TSchema extends SchemaPair<infer TInner>
    ? StandardSchemaV1.InferInput<TInner>
    : unknown;

export type SchemaOutput<TSchema> = TSchema extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<TSchema>
  : TSchema extends SchemaPair<infer TInner>
    ? StandardSchemaV1.InferOutput<TInner>
    : Record<string, unknown>;

/** What a caller gives to a tool with this input. JSON Schema says nothing to the compiler. */
export type SchemaArguments<TSchema> =
  unknown extends SchemaInput<TSchema> ? Record<string, unknown> : SchemaInput<TSchema>;

/** How a tool's input is listed and checked. Without `standard`, `jsonSchema` checks it. */
export interface InputSpec {
  readonly source: 'fields' | 'schema';
  readonly jsonSchema: JsonSchema;
  readonly standard: StandardSchemaV1 | undefined;
  /** Values for absent members, by name. */
  readonly defaults: JsonSchema;
}

export interface OutputSpec {
  readonly jsonSchema: JsonSchema;
  readonly standard: StandardSchemaV1 | undefined;
  /** Makes the `content` of the answer; without it that is the value as JSON. */
  readonly content: ((value: never) => unknown) | undefined;
}

const target = 'draft-2020-12';

/** Reads a schema given to `.input`. Its JSON Schema must describe an object. */
export function readInputSchema(tool: string, given: AnySchema): InputSpec {
  const { jsonSchema, standard } = readSchema(tool, 'input', given);
  if (jsonSchema['type'] !== 'object') {
    throw setupError(
      `Expected the input schema of ${tool} to have "type": "object", got ${JSON.stringify(jsonSchema['type'])}.`,
    );
  }
  return Object.freeze({ source: 'schema' as const, jsonSchema, standard, defaults: {} });
}

export function readOutputSchema(tool: string, given: AnySchema, content: OutputSpec['content']): OutputSpec {
  if (content !== undefined && typeof content !== 'function') {
    throw setupError(`Expected content of the output of ${tool} to be a function, got ${typeof content}.`);
  }
  return Object.freeze({ ...readSchema(tool, 'output', given), content });
}

function readSchema(tool: string, side: 'input' | 'output', given: AnySchema): Omit<OutputSpec, 'content'> {
  if (isStandard(given)) return { jsonSchema: listStandard(tool, side, given), standard: given };
  if (isPair(given)) return { jsonSchema: given.jsonSchema, standard: given.schema };
  if (isObject(given)) return { jsonSchema: given, standard: undefined };
  throw setupError(
    `Expected the ${side} schema of ${tool} to be a Standard Schema, { schema, jsonSchema } or JSON Schema, got ${typeof given}.`,
  );
}

function listStandard(tool: string, side: 'input' | 'output', schema: StandardSchemaV1): JsonSchema {
  const { jsonSchema, vendor } = schema['~standard'] as Partial<StandardJSONSchemaV1.Props> & { vendor: string };
  if (!jsonSchema) {
    throw setupError(
      `Expected the ${side} schema of ${tool} to bring its JSON Schema; ${vendor} does not. Give { schema, jsonSchema } (valibot: toStandardJsonSchema(schema); zod: 4.2 or newer).`,
    );
  }
  try {
    return jsonSchema[side]({ target });
  } catch (cause) {
    const path = pathOfInexpressible(side, schema);
    throw setupError(
      `Expected the ${side} schema of ${tool} to be expressible as JSON Schema, got${path === '' ? '' : ` at ${path}`}: ${messageOf(cause)}`,
      cause,
    );
  }
}

/** The dotted path of the first member without a JSON Schema, where a library shows its members as `shape`, as zod does. */
function pathOfInexpressible(side: 'input' | 'output', schema: StandardSchemaV1): string {
  const { shape } = schema as { readonly shape?: unknown };
  for (const [name, member] of isObject(shape) ? Object.entries(shape) : []) {
    if (!isStandard(member) || isExpressible(side, member)) continue;
    const below = pathOfInexpressible(side, member);
    return below === '' ? name : `${name}.${below}`;
  }
  return '';
}

function isExpressible(side: 'input' | 'output', schema: StandardSchemaV1): boolean {
  const { jsonSchema } = schema['~standard'] as Partial<StandardJSONSchemaV1.Props>;
  try {
    jsonSchema?.[side]({ target });
    return true;
  } catch {
    return false;
  }
}

// Libraries make schemas that are functions, too.
function isStandard(given: unknown): given is StandardSchemaV1 {
  return (typeof given === 'object' || typeof given === 'function') && given !== null && '~standard' in given;
}

function isPair(given: unknown): given is SchemaPair {
  return isObject(given) && 'schema' in given && 'jsonSchema' in given && isStandard(given['schema']);
}
