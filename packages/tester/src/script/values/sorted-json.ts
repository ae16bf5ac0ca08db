import { isObject } from '@mcpfusion/protocol';

/**
 * JSON with the keys of every object in the order of their bytes, so that equal results read equal.
 *
 * `<`, `>` and `&` stay as they are, although the tool these scripts come from writes them as escapes.
 */
export function sortedJson(value: unknown, indent = 2): string {
  return JSON.stringify(sorted(value), undefined, indent) ?? '';
}

/** Of two names the one that comes first by its UTF-8 bytes. */
export function compareBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  // Not an object literal: a key `__proto__` of the server's must stay a key.
  const entries = Object.keys(value)
    .toSorted(compareBytes)
    .map((key) => [key, sorted(value[key])] as const);
  return Object.fromEntries(entries);
}
