import { isObject } from '@mcpfusion/protocol';
import { setupError } from '../errors.js';
import { cfworkerValidator } from './cfworker-validator.js';
import { checkSchema } from './check-schema.js';
import { expect, expectIfGiven, isText } from './expect.js';
import type { InputSpec, JsonSchema } from './schema.js';

export interface FieldOptions<TValue> {
  /** The argument may be absent; the handler then finds no member. */
  readonly optional?: boolean;
  /** The argument may be absent; the handler then finds this. */
  readonly default?: TValue;
  readonly title?: string;
}

/** For arguments that HTTP clients repeat in a header. Source: 2026-07-28, Tools, x-mcp-header. */
export interface HeaderOptions {
  /** `Region`: the header is `Mcp-Param-Region`. Proxies see it: nothing secret. */
  readonly header?: string;
}

const stringFormats = ['email', 'uri', 'date', 'date-time'] as const;

export interface StringOptions extends FieldOptions<string>, HeaderOptions {
  /** Shortest and longest, in characters. */
  readonly min?: number;
  readonly max?: number;
  /** A regular expression without slashes, unanchored. */
  readonly pattern?: string;
  readonly format?: (typeof stringFormats)[number];
}

export interface NumberOptions extends FieldOptions<number> {
  readonly min?: number;
  readonly max?: number;
}

export interface IntegerOptions extends NumberOptions, HeaderOptions {}

export interface BooleanOptions extends FieldOptions<boolean>, HeaderOptions {}

export interface EnumOptions<TValue> extends FieldOptions<TValue>, HeaderOptions {}

export interface ItemTypes {
  readonly string: string;
  readonly number: number;
  readonly integer: number;
  readonly boolean: boolean;
}

export interface ArrayOptions<TItem> extends FieldOptions<readonly TItem[]> {
  /** Fewest and most items. */
  readonly min?: number;
  readonly max?: number;
}

/** The member that a field adds to the handler's input. */
export type FieldOf<TName extends string, TValue, TOptions> = TOptions extends { readonly default: {} }
  ? Record<TName, TValue>
  : true extends OptionOf<TOptions, 'optional'>
    ? Partial<Record<TName, TValue>>
    : Record<TName, TValue>;

/** The member that a field adds to what a caller gives. */
export type ArgumentOf<TName extends string, TValue, TOptions> =
  OptionOf<TOptions, 'default'> extends undefined
    ? true extends OptionOf<TOptions, 'optional'>
      ? Partial<Record<TName, TValue>>
      : Record<TName, TValue>
    : Partial<Record<TName, TValue>>;

type OptionOf<TOptions, TKey extends string> = TKey extends keyof TOptions ? TOptions[TKey] : undefined;

export interface Field {
  readonly schema: JsonSchema;
  readonly options: Rules;
}

type Rules = FieldOptions<unknown> &
  HeaderOptions & {
    readonly min?: number;
    readonly max?: number;
    readonly pattern?: string;
    readonly format?: string;
  };

/** What the builder's methods differ in. */
export interface FieldParts {
  readonly type: string;
  readonly description: string | undefined;
  readonly options: Rules;
  /** The names that `min` and `max` go by for this type. */
  readonly limits: readonly [string, string];
  readonly more?: JsonSchema;
}

/** JSON Schema of a field. */
function toField({ type, description, options, limits, more }: FieldParts): Field {
  const { title, min, max, pattern, format, header } = options;
  const members = {
    type,
    title,
    description,
    default: options.default,
    [limits[0]]: min,
    [limits[1]]: max,
    pattern,
    format,
    'x-mcp-header': header,
    ...more,
  };
  const schema = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
  return { schema: Object.freeze(schema), options };
}

export const lengthLimits = ['minLength', 'maxLength'] as const;
export const valueLimits = ['minimum', 'maximum'] as const;
export const itemLimits = ['minItems', 'maxItems'] as const;

export const noFields: InputSpec = Object.freeze({
  source: 'fields' as const,
  jsonSchema: Object.freeze({ type: 'object', properties: Object.freeze({}), additionalProperties: false }),
  standard: undefined,
  defaults: Object.freeze({}),
});

/** `spec` with one more field. Twice the same name is a mistake. */
export function addField(tool: string, spec: InputSpec, name: string, parts: FieldParts): InputSpec {
  const properties = spec.jsonSchema['properties'] as Record<string, JsonSchema>;
  expect(typeof name === 'string' && name !== '' && name !== '__proto__', `a field name for ${tool}`, name);
  const what = `field \`${name}\` of ${tool}`;
  expect(isObject(parts.options), `the options of ${what} to be an object`, parts.options);
  const field = toField(parts);
  checkField(what, field);
  if (Object.hasOwn(properties, name))
    throw setupError(`Expected field \`${name}\` of ${tool} to be defined once, got it twice.`);
  const { optional = false } = field.options;
  const hasDefault = field.options.default !== undefined;
  const required = [
    ...((spec.jsonSchema['required'] as string[] | undefined) ?? []),
    ...(optional || hasDefault ? [] : [name]),
  ];
  const jsonSchema = {
    type: 'object',
    properties: Object.freeze({ ...properties, [name]: field.schema }),
    ...(required.length > 0 ? { required: Object.freeze(required) } : {}),
    additionalProperties: false,
  };
  const defaults = hasDefault ? Object.freeze({ ...spec.defaults, [name]: field.options.default }) : spec.defaults;
  return Object.freeze({
    source: 'fields' as const,
    jsonSchema: Object.freeze(jsonSchema),
    standard: undefined,
    defaults,
  });
}

/** Refuses what would break every call, or every call that relies on the default. */
function checkField(what: string, { schema, options }: Field): void {
  checkSchema(schema, what);
  const { min, max, format } = options;
  if (min !== undefined && max !== undefined)
    expect(min <= max, `min of ${what} to be at most max, which is ${max}`, min);
  const formats: readonly string[] = stringFormats;
  expectIfGiven(format, (name) => formats.includes(name), `format of ${what} to be one of ${formats.join(', ')}`);
  const values = schema['enum'] as readonly unknown[] | undefined;
  expectIfGiven(values, (list) => list.every(isText), `the values of ${what} to be strings`);
  if (options.default !== undefined) checkDefault(what, schema);
}

function checkDefault(what: string, { default: value, ...schema }: JsonSchema): void {
  expect(fits(schema, value), `the default of ${what} to fit its rules`, value);
}

function fits(schema: JsonSchema, value: unknown): boolean {
  try {
    return cfworkerValidator(schema)(value).length === 0;
  } catch {
    // Thrown for what JSON has no type for.
    return false;
  }
}
