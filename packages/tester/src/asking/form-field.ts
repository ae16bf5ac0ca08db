import { checkField, checkValue, choicesOf, knownPart, type FieldSchema, type FormValue } from '@mcpfusion/protocol';
import { oneLine } from '../terminal/visible.js';

/** `reason — Why: in your own words (text, at most 20 characters, default "old")`, and what there is to choose from. */
export function showField(name: string, field: FieldSchema, isRequired: boolean): string {
  const { title, description, default: preset } = field;
  const names = [oneLine(name, 80), ...(title === undefined ? [] : [oneLine(title, 200)])].join(' — ');
  const facts = [
    kindOf(field),
    ...limitsOf(field),
    ...(preset === undefined ? [] : [`Enter takes ${JSON.stringify(preset)}`]),
  ];
  if (!isRequired && preset === undefined) facts.push('Enter leaves it out');
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
  const chosen = (word: string): string => choiceOf(field, word) ?? word;
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
      // A choice may have a comma in it.
      return choiceOf(field, line) === undefined ? line.split(',').map((word) => chosen(word.trim())) : [chosen(line)];
    case 'string':
      return chosen(line);
  }
}

/** The value that a word means: itself, its title where no other has it, or its number in the list, in this order. */
function choiceOf(field: FieldSchema, word: string): string | undefined {
  const choices = choicesOf(field);
  if (!choices || choices.includes(word)) return choices && word;
  const titled = choices.filter((_value, index) => titleOf(field, index) === word);
  if (titled.length === 1) return titled[0];
  return /^\d+$/.test(word) ? choices[Number(word) - 1] : undefined;
}

function titleOf({ enumNames, oneOf, items }: FieldSchema, index: number): string | undefined {
  return enumNames?.[index] ?? oneOf?.[index]?.title ?? items?.anyOf?.[index]?.title;
}

function kindOf(field: FieldSchema): string {
  if (field.type === 'array') return 'any of these, with commas between';
  if (choicesOf(field)) return 'one of these';
  const kinds = { string: 'text', number: 'number', integer: 'whole number', boolean: 'yes or no' };
  return kinds[field.type];
}

function limitsOf({ minLength, maxLength, minimum, maximum, minItems, maxItems, format }: FieldSchema): string[] {
  const chars = range(minLength, maxLength, (count) => (count === 1 ? ' character' : ' characters'));
  return [
    ...chars,
    ...range(minimum, maximum, () => ''),
    ...range(minItems, maxItems, () => ' of them'),
    ...(format === undefined ? [] : [format]),
  ];
}

/** `exactly 2 characters`, `2 to 5 characters`, `at least 1 character`, `at most 5 characters`. */
function range(least: number | undefined, most: number | undefined, unit: (count: number) => string): string[] {
  if (least !== undefined && least === most) return [`exactly ${least}${unit(least)}`];
  if (least !== undefined && most !== undefined) return [`${least} to ${most}${unit(most)}`];
  if (least !== undefined) return [`at least ${least}${unit(least)}`];
  return most === undefined ? [] : [`at most ${most}${unit(most)}`];
}

function choiceText(field: FieldSchema, value: string, index: number): string {
  const title = titleOf(field, index);
  return oneLine(title === undefined || title === value ? value : `${value} — ${title}`, 200);
}
