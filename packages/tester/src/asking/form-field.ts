import { checkField, checkValue, choicesOf, knownPart, type FieldSchema, type FormValue } from '@mcpfusion/protocol';
import { oneLine } from '../terminal/visible.js';

/** `reason — Why: in your own words (text, at most 20 characters, default "old")`, and what there is to choose from. */
export function showField(name: string, field: FieldSchema, isRequired: boolean): string {
  const { title, description, default: preset } = field;
  const names = [oneLine(name, 80), ...(title === undefined ? [] : [oneLine(title, 200)])].join(' — ');
  const facts = [
    kindOf(field),
    ...limitsOf(field),
    ...(preset === undefined ? [] : [`default ${JSON.stringify(preset)}`]),
  ];
  if (!isRequired) facts.push('may be left out');
  const about = description === undefined ? '' : `: ${oneLine(description, 500)}`;
  const choices = (choicesOf(field) ?? []).map(
    (value, index) => `\n    ${index + 1}) ${choiceText(field, value, index)}`,
  );
  return `  ${names}${about} (${oneLine(facts.join(', '), 500)})${choices.join('')}`;
}

/** What a line stands for: a number of the list for a choice. Throws what is wrong with it. */
export function readField(field: FieldSchema, line: string): FormValue {
  const value = parse(field, line);
  const known = knownPart(field) as FieldSchema;
  const problem = checkField(known) === undefined ? checkValue(known, value) : undefined;
  if (problem !== undefined) throw new Error(problem);
  return value;
}

function parse(field: FieldSchema, line: string): FormValue {
  const choices = choicesOf(field);
  const chosen = (word: string): string => (/^\d+$/.test(word) ? choices?.[Number(word) - 1] : undefined) ?? word;
  switch (field.type) {
    case 'boolean':
      if (/^(y|yes|true)$/i.test(line)) return true;
      if (/^(n|no|false)$/i.test(line)) return false;
      throw new Error('expected yes or no');
    case 'number':
    case 'integer':
      if (line === '' || !Number.isFinite(Number(line))) throw new Error('expected a number');
      return Number(line);
    case 'array':
      return line.split(',').map((word) => chosen(word.trim()));
    case 'string':
      return choices?.includes(line) === true ? line : chosen(line);
  }
}

function kindOf(field: FieldSchema): string {
  if (field.type === 'array') return 'any of these, with commas between';
  if (choicesOf(field)) return 'one of these';
  const kinds = { string: 'text', number: 'number', integer: 'whole number', boolean: 'yes or no' };
  return kinds[field.type];
}

function limitsOf({ minLength, maxLength, minimum, maximum, minItems, maxItems, format }: FieldSchema): string[] {
  const limits: [string, string | number | undefined][] = [
    ['at least # characters', minLength],
    ['at most # characters', maxLength],
    ['at least #', minimum],
    ['at most #', maximum],
    ['at least # of them', minItems],
    ['at most # of them', maxItems],
    ['#', format],
  ];
  return limits.flatMap(([text, value]) => (value === undefined ? [] : [text.replace('#', String(value))]));
}

function choiceText({ enumNames, oneOf, items }: FieldSchema, value: string, index: number): string {
  const title = enumNames?.[index] ?? oneOf?.[index]?.title ?? items?.anyOf?.[index]?.title;
  return oneLine(title === undefined || title === value ? value : `${value} — ${title}`, 200);
}
