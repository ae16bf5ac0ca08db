import { isObject } from '@mcpfusion/protocol';

/** JSON in which equal values are equal texts: the members of objects stand in the order of their names. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
