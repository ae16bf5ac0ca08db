import { isObject } from '../json.js';

export const formFormats = ['email', 'uri', 'date', 'date-time'] as const;

export type FormFormat = (typeof formFormats)[number];

/** One of several values, with the words to show for it. */
export interface TitledChoice {
  readonly const: string;
  readonly title: string;
}

/**
 * One field of a form, as it goes on the wire: a string, a number, an integer, a boolean, one of several strings, or
 * any number of several. `enumNames` is the older way to title the values of `enum`.
 *
 * Source: 2026-07-28, Elicitation, Requested Schema; schema, PrimitiveSchemaDefinition.
 */
export interface FieldSchema {
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array';
  readonly title?: string;
  readonly description?: string;
  readonly default?: FormValue;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: FormFormat;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
  readonly enumNames?: readonly string[];
  readonly oneOf?: readonly TitledChoice[];
  readonly items?: {
    readonly type?: 'string';
    readonly enum?: readonly string[];
    readonly anyOf?: readonly TitledChoice[];
  };
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** What a field of a form may hold. */
export type FormValue = string | number | boolean | readonly string[];

/** The restricted dialect of forms: a flat object of fields. */
export interface FormSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
}

const common = ['type', 'title', 'description', 'default'];
const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;
const isText = (value: unknown): boolean => typeof value === 'string';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isText);

const rules: Readonly<Record<string, readonly [(value: unknown) => boolean, string]>> = {
  title: [isText, 'a string'],
  description: [isText, 'a string'],
  minLength: [isCount, 'an integer of at least 0'],
  maxLength: [isCount, 'an integer of at least 0'],
  minItems: [isCount, 'an integer of at least 0'],
  maxItems: [isCount, 'an integer of at least 0'],
  minimum: [Number.isFinite, 'a number'],
  maximum: [Number.isFinite, 'a number'],
  format: [(value) => formFormats.includes(value as FormFormat), `one of ${formFormats.join(', ')}`],
  enum: [isTexts, 'a list with at least one string'],
  enumNames: [isTexts, 'a list of strings'],
  oneOf: [isChoices, 'a list of { const, title } with strings'],
};

const keywords: Readonly<Record<FieldSchema['type'], readonly string[]>> = {
  string: [...common, 'minLength', 'maxLength', 'format', 'enum', 'enumNames', 'oneOf'],
  number: [...common, 'minimum', 'maximum'],
  integer: [...common, 'minimum', 'maximum'],
  boolean: common,
  array: [...common, 'items', 'minItems', 'maxItems'],
};

/**
 * What keeps a field out of a form, as "expected …, got …", or nothing. The dialect is closed: a client may refuse
 * a keyword that it does not know.
 */
export function checkField(field: unknown): string | undefined {
  if (!isObject(field)) return `expected a field to be an object, got ${show(field)}`;
  const { type } = field;
  if (typeof type !== 'string' || !Object.hasOwn(keywords, type))
    return `expected type to be one of ${Object.keys(keywords).join(', ')}, got ${show(type)}`;
  const known = keywords[type as FieldSchema['type']];
  for (const [keyword, value] of Object.entries(field)) {
    if (!known.includes(keyword)) return `expected no ${keyword} in a field of type ${type}: forms do not have it`;
    const rule = Object.hasOwn(rules, keyword) ? rules[keyword] : undefined;
    if (rule && !rule[0](value)) return `expected ${keyword} to be ${rule[1]}, got ${show(value)}`;
  }
  if (type === 'array' && !isItems(field['items']))
    return `expected items to be strings with enum, or anyOf of { const, title }, got ${show(field['items'])}`;
  return checkValues(field as unknown as FieldSchema);
}

/**
 * A field without the keywords that the dialect does not have. Servers of others send some, and 2025-11-25 shows one
 * (`pattern`) itself: who reads a form may pass over them.
 */
export function knownPart(field: unknown): unknown {
  if (!isObject(field) || typeof field['type'] !== 'string' || !Object.hasOwn(keywords, field['type'])) return field;
  const known = keywords[field['type'] as FieldSchema['type']];
  return Object.fromEntries(Object.entries(field).filter(([keyword]) => known.includes(keyword)));
}

function checkValues(field: FieldSchema): string | undefined {
  const values = choicesOf(field);
  if (values && new Set(values).size < values.length) return 'expected each value to choose from once, got one twice';
  if (field.enumNames && field.enumNames.length !== field.enum?.length)
    return 'expected as many enumNames as values in enum';
  const limits = [
    ['minLength', 'maxLength'],
    ['minimum', 'maximum'],
    ['minItems', 'maxItems'],
  ] as const;
  for (const [low, high] of limits) {
    const [least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY] = [field[low], field[high]];
    if (least > most) return `expected ${low} to be at most ${high}, which is ${most}, got ${least}`;
  }
  if (values && (field.minItems ?? 0) > values.length)
    return `expected minItems to be at most ${values.length}, the number of values to choose from, got ${field.minItems}`;
  return undefined;
}

/** The values that a field offers; nothing for one that takes any. */
export function choicesOf(field: FieldSchema): readonly string[] | undefined {
  const { enum: values, oneOf, items } = field;
  return values ?? oneOf?.map((choice) => choice.const) ?? items?.enum ?? items?.anyOf?.map((choice) => choice.const);
}

/** What keeps a whole schema from being a form's, or nothing. */
export function checkForm(schema: unknown): string | undefined {
  if (!isObject(schema) || schema['type'] !== 'object' || !isObject(schema['properties']))
    return `expected { type: 'object', properties }, got ${show(schema)}`;
  const { properties, required = [] } = schema as unknown as FormSchema;
  for (const [name, field] of Object.entries(properties)) {
    const problem = checkField(field);
    if (problem !== undefined) return `${name}: ${problem}`;
  }
  if (
    !Array.isArray(required) ||
    !required.every((name) => typeof name === 'string' && Object.hasOwn(properties, name))
  )
    return `expected required to be names of properties, got ${show(required)}`;
  return undefined;
}

function isItems(items: unknown): boolean {
  if (!isObject(items)) return false;
  const { type, enum: values, anyOf } = items;
  return values === undefined ? isChoices(anyOf) : type === 'string' && isTexts(values);
}

function isChoices(list: unknown): boolean {
  return (
    Array.isArray(list) &&
    list.length > 0 &&
    list.every((choice) => isObject(choice) && isText(choice['const']) && isText(choice['title']))
  );
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
