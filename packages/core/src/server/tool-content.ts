import { isContentBlock, type ContentBlock } from '../handler/content.js';

/**
 * A handler's value as content: blocks stay, an array that holds blocks is taken
 * item by item, a string is text, anything else is JSON in a text block.
 * Nothing returned is no content. Throws for what JSON cannot carry.
 */
export function toContent(value: unknown): readonly ContentBlock[] {
  // The common case goes straight to the wire.
  if (typeof value === 'string') return [{ type: 'text', text: value }];
  if (value === undefined) return [];
  if (isContentBlock(value)) return [value];
  if (Array.isArray(value) && value.some(isContentBlock)) return value.flatMap(toContent);
  return [{ type: 'text', text: toJson(value) }];
}

function toJson(value: unknown): string {
  const lost = whatIsLost(value, '', 0);
  if (lost !== undefined) throw new TypeError(`Expected the handler to return what JSON can carry, got ${lost}.`);
  const json = JSON.stringify(value) as string | undefined;
  if (json === undefined)
    throw new TypeError(`Expected the handler to return what JSON can carry, got a ${typeof value}.`);
  return json;
}

// Deeper than any honest answer; a circle is for JSON.stringify to find.
const maxDepth = 100;

/** The first part of a value that JSON would turn into `{}`, or into a list of numbers, without a word. */
function whatIsLost(value: unknown, path: string, depth: number): string | undefined {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return undefined;
  const cure = cureOf(value);
  if (cure !== undefined) return path === '' ? cure : `${cure} (at ${path})`;
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return undefined;
  for (const key of Object.keys(value)) {
    const lost = whatIsLost((value as Record<string, unknown>)[key], path === '' ? key : `${path}.${key}`, depth + 1);
    if (lost !== undefined) return lost;
  }
  return undefined;
}

function cureOf(value: object): string | undefined {
  if (value instanceof Map || value instanceof Set) return 'a Map or Set: return [...it]';
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return 'bytes: return image(), audio() or embedded()';
  if (Symbol.asyncIterator in value) return 'an async iterable: collect it, or write the handler as a generator';
  return undefined;
}
