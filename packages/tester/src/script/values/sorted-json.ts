import { isObject } from '@mcpfusion/protocol';

/**
 * JSON with the keys of every object in the order of their bytes, so that equal results read equal.
 *
 * `<`, `>` and `&` stay as they are, although the tool these scripts come from writes them as escapes.
 */
export function sortedJson(value: unknown, indent = 2): string {
  return write(value, indent === 0 ? '' : '\n', ' '.repeat(indent));
}

/** Of two names the one that comes first by its UTF-8 bytes. */
export function compareBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

/** `lineBreak` is what stands before a line of this depth: a line feed and its blanks, or nothing. */
function write(value: unknown, lineBreak: string, step: string): string {
  const inner = lineBreak === '' ? '' : lineBreak + step;
  if (Array.isArray(value)) {
    const items = (value as unknown[]).map((item) => inner + write(item, inner, step));
    return items.length === 0 ? '[]' : `[${items.join(',')}${lineBreak}]`;
  }
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  // Written by hand: an object with these keys would bring those that look like numbers first.
  const gap = lineBreak === '' ? '' : ' ';
  const members = Object.keys(value)
    .toSorted(compareBytes)
    .map((key) => `${inner}${JSON.stringify(key)}:${gap}${write(value[key], inner, step)}`);
  return members.length === 0 ? '{}' : `{${members.join(',')}${lineBreak}}`;
}
