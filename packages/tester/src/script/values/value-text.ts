import { sortedJson } from './sorted-json.js';

/** A value as a variable holds it: strings as they are, integers in full, arrays and objects as JSON in one line. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value).toString() : String(value);
  if (typeof value === 'boolean') return String(value);
  return sortedJson(value, 0);
}
