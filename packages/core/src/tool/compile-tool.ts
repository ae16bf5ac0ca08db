import type { StandardSchemaV1 } from '@standard-schema/spec';
import { findParamHeaders, isObject, type ParamHeader } from '@mcpfusion/protocol';
import { setupError } from '../errors.js';
import { isPromiseLike } from '../handler/promise-like.js';
import { messageOf } from '../handler/safe-json.js';
import type { ToolDefinition } from './definition.js';
import type { JsonSchema } from './schema.js';

/** What is wrong with one member. `path` is dotted, empty for the whole. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

export type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** Checks a value against a JSON Schema; no issues means that it fits. */
export type SchemaCheck = (value: unknown) => readonly Issue[];

/** Makes a check once per schema. The server's `validator` option. */
export type SchemaValidator = (schema: JsonSchema) => SchemaCheck;

/** A definition with everything done that does not depend on a call. */
export interface CompiledTool {
  readonly definition: ToolDefinition;
  /** What clients call it: the name with the server's separator. */
  readonly wireName: string;
  readonly parse: (raw: unknown) => Parsed | Promise<Parsed>;
  /** The arguments that HTTP clients repeat in headers. */
  readonly paramHeaders: readonly ParamHeader[];
  /** Undefined without an output schema. */
  readonly checkOutput: ((value: unknown) => Parsed | Promise<Parsed>) | undefined;
}

export function compileTool(
  definition: ToolDefinition,
  validator: SchemaValidator,
  wireName = definition.name,
): CompiledTool {
  const { name, input, output } = definition;
  return {
    definition,
    wireName,
    parse: compileInput(name, input, validator),
    paramHeaders: readParamHeaders(name, input.jsonSchema),
    checkOutput: output && compileSide(`the output schema of ${name}`, output, validator),
  };
}

function readParamHeaders(name: string, jsonSchema: JsonSchema): readonly ParamHeader[] {
  try {
    return findParamHeaders(jsonSchema);
  } catch (cause) {
    throw setupError(`Expected the input schema of ${name} to mark headers rightly, got: ${messageOf(cause)}.`, cause);
  }
}

function compileInput(name: string, input: ToolDefinition['input'], validator: SchemaValidator): CompiledTool['parse'] {
  const parse = compileSide(`the input schema of ${name}`, input, validator);
  const hasDefaults = Object.keys(input.defaults).length > 0;
  return (raw) => {
    // A call without arguments is one with none of them.
    const given = raw ?? {};
    if (input.standard || !isObject(given)) return parse(given);
    const present = withoutUndefined(given);
    return parse(hasDefaults ? { ...input.defaults, ...present } : present);
  };
}

// From `ctx.call`: JSON has no such members, and no JSON Schema allows them.
function withoutUndefined(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  let hasUndefined = false;
  for (const key in given) hasUndefined ||= given[key] === undefined;
  if (!hasUndefined) return given;
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function compileSide(
  what: string,
  { jsonSchema, standard }: { readonly jsonSchema: JsonSchema; readonly standard: StandardSchemaV1 | undefined },
  validator: SchemaValidator,
): (value: unknown) => Parsed | Promise<Parsed> {
  if (standard) return (value) => readStandard(standard['~standard'].validate(value));
  let check: SchemaCheck;
  try {
    check = validator(jsonSchema);
    if (typeof check !== 'function') throw new TypeError('the validator option gave no check');
  } catch (cause) {
    throw setupError(`Expected ${what} to be valid, got: ${messageOf(cause)}`, cause);
  }
  return (value) => {
    const issues = check(value);
    return issues.length === 0 ? { ok: true, value } : { ok: false, issues };
  };
}

type StandardResult = StandardSchemaV1.Result<unknown>;

function readStandard(result: StandardResult | Promise<StandardResult>): Parsed | Promise<Parsed> {
  return isPromiseLike(result) ? Promise.resolve(result).then(toParsed) : toParsed(result);
}

function toParsed(result: StandardResult): Parsed {
  if (!result.issues) {
    // A library that breaks its promise must not let everything through.
    if (!('value' in result)) throw new TypeError('Expected the schema to give a value or issues, got neither.');
    return { ok: true, value: result.value };
  }
  return {
    ok: false,
    issues: result.issues.map(({ message, path = [] }) => ({ message, path: path.map(keyOf).join('.') })),
  };
}

function keyOf(segment: PropertyKey | StandardSchemaV1.PathSegment): string {
  return String(typeof segment === 'object' ? segment.key : segment);
}
