import { findInside } from '../handler/find-inside.js';
import { isPromiseLike } from '../handler/promise-like.js';
import { isContentBlock, type ContentBlock } from '../handler/content.js';

/**
 * A handler's value as content: blocks stay, an array that holds blocks is taken
 * item by item, a string is text, anything else is JSON in a text block.
 * Nothing returned is no content. Throws for what JSON cannot carry.
 */
export function toContent(value: unknown): readonly ContentBlock[] {
  if (typeof value === 'string') return [{ type: 'text', text: value }];
  if (value === undefined) return [];
  if (isContentBlock(value)) return [value];
  if (Array.isArray(value) && value.some(isContentBlock)) return value.flatMap(toContent);
  return [{ type: 'text', text: toJson(value) }];
}

function toJson(value: unknown): string {
  const lost = findInside(value, cureOf);
  if (lost) {
    const where = lost.path === '' ? '' : ` (at ${lost.path})`;
    throw new TypeError(`Expected the handler to return what JSON can carry, got ${lost.what}${where}.`);
  }
  const json = JSON.stringify(value) as string | undefined;
  if (json === undefined)
    throw new TypeError(`Expected the handler to return what JSON can carry, got a ${typeof value}.`);
  return json;
}

/** What JSON would make `{}` or a list of numbers of without a word. */
function cureOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (value instanceof Map || value instanceof Set) return 'a Map or Set: return [...it]';
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return 'bytes: return image(), audio() or embedded()';
  if (isPromiseLike(value)) return 'a promise: await it';
  if (value instanceof Error && !('toJSON' in value)) return 'an Error: throw it, or return its message';
  if (Symbol.asyncIterator in value) return 'an async iterable: collect it, or write the handler as a generator';
  return undefined;
}
