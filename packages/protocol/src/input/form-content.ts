import { isObject, own } from '../json.js';
import { choicesOf, type FieldSchema, type FormFormat, type FormSchema, type FormValue } from './form-schema.js';

/** What is wrong with one field of an answer. `path` is empty for the whole. */
export interface FormIssue {
  readonly path: string;
  readonly message: string;
}

export type FormContent = Readonly<Record<string, FormValue>>;

/**
 * The content of an accepted form against its schema: fields that were not asked for are left out, absent ones with
 * a default have it.
 *
 * Source: 2026-07-28, Elicitation, Security Considerations: both sides SHOULD check against the schema.
 */
export function readContent(
  { properties, required = [] }: FormSchema,
  content: unknown,
): { readonly content: FormContent } | { readonly issues: readonly FormIssue[] } {
  if (!isObject(content)) return { issues: [{ path: '', message: 'expected content to be an object' }] };
  const issues: FormIssue[] = [];
  const read: [string, FormValue][] = [];
  for (const [name, field] of Object.entries(properties)) {
    const value = own(content, name) ?? field.default;
    if (value === undefined) {
      if (required.includes(name)) issues.push({ path: name, message: 'expected a value, got none' });
      continue;
    }
    const message = checkValue(field, value);
    if (message === undefined) read.push([name, value as FormValue]);
    else issues.push({ path: name, message });
  }
  return issues.length > 0 ? { issues } : { content: Object.fromEntries(read) };
}

/** What is wrong with a value for a field, or nothing. */
export function checkValue(field: FieldSchema, value: unknown): string | undefined {
  switch (field.type) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : expected('true or false', value);
    case 'number':
    case 'integer':
      return checkNumber(field, value);
    case 'string':
      return checkText(field, value);
    case 'array':
      return checkChoices(field, value);
  }
}

function checkNumber({ type, minimum, maximum }: FieldSchema, value: unknown): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return expected('a number', value);
  if (type === 'integer' && !Number.isInteger(value)) return expected('a whole number', value);
  if (minimum !== undefined && value < minimum) return expected(`at least ${minimum}`, value);
  if (maximum !== undefined && value > maximum) return expected(`at most ${maximum}`, value);
  return undefined;
}

function checkText(field: FieldSchema, value: unknown): string | undefined {
  if (typeof value !== 'string') return expected('a string', value);
  const choices = choicesOf(field);
  if (choices && !choices.includes(value)) return expected(`one of ${choices.join(', ')}`, value);
  const { minLength, maxLength, format } = field;
  // Characters, as JSON Schema counts them.
  const length = minLength === undefined && maxLength === undefined ? 0 : Array.from(value).length;
  if (minLength !== undefined && length < minLength) return `expected at least ${minLength} characters, got ${length}`;
  if (maxLength !== undefined && length > maxLength) return `expected at most ${maxLength} characters, got ${length}`;
  return format === undefined || formats[format](value) ? undefined : expected(`the format ${format}`, value);
}

function checkChoices(field: FieldSchema, value: unknown): string | undefined {
  const choices = choicesOf(field) ?? [];
  if (!Array.isArray(value)) return expected('a list', value);
  if (value.length > choices.length) return `expected each value once, got ${value.length} of ${choices.length}`;
  const wrong: unknown = value.find((item) => !choices.includes(item as string));
  if (wrong !== undefined || value.includes(undefined)) return expected(`values of ${choices.join(', ')}`, wrong);
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = field;
  if (new Set(value).size < value.length) return 'expected each value once';
  if (value.length < minItems) return `expected at least ${minItems} values, got ${value.length}`;
  if (value.length > maxItems) return `expected at most ${maxItems} values, got ${value.length}`;
  return undefined;
}

const formats: Readonly<Record<FormFormat, (value: string) => boolean>> = {
  // As HTML forms check it, without their list of characters: what an address really is, only its server knows.
  email: (value) => /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)*$/u.test(value) && value.length <= 254,
  uri: (value) => /^[a-z][a-z0-9+.-]*:/i.test(value) && URL.canParse(value),
  date: isDate,
  'date-time': (value) => {
    const [, date = '', hours, minutes, seconds] =
      /^(\d{4}-\d\d-\d\d)[tT ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[zZ]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.exec(value) ?? [];
    // 60: a leap second.
    return isDate(date) && Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) <= 60;
  },
};

function isDate(value: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? [];
  if (year === undefined) return false;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

function expected(what: string, got: unknown): string {
  const text = typeof got === 'object' ? 'an object or list' : (JSON.stringify(got) ?? typeof got);
  return `expected ${what}, got ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`;
}
