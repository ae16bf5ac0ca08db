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

/** Throws for numbers that JSON writes as `null`, which no output schema for numbers allows. */
export function checkNumbers(value: unknown): void {
  expectNoLoss(value, (part) =>
    typeof part === 'number' && !Number.isFinite(part) ? `${part}, for which JSON has no number` : undefined,
  );
}

function toJson(value: unknown): string {
  expectNoLoss(value, cureOf);
  const json = JSON.stringify(value) as string | undefined;
  if (json === undefined)
    throw new TypeError(`Expected the handler to return what JSON can carry, got a ${typeof value}.`);
  return json;
}

/** What is wrong with one part of a value, if anything is. */
type Tell = (part: unknown) => string | undefined;

function expectNoLoss(value: unknown, tell: Tell): void {
  const lost = whatIsLost(value, tell, '', 0);
  if (lost !== undefined) throw new TypeError(`Expected the handler to return what JSON can carry, got ${lost}.`);
}

// Deeper than any honest answer; a circle is for JSON.stringify to find.
const maxDepth = 100;

/** The first part of a value that JSON would change without a word. */
function whatIsLost(value: unknown, tell: Tell, path: string, depth: number): string | undefined {
  const wrong = tell(value);
  if (wrong !== undefined) return path === '' ? wrong : `${wrong} (at ${path})`;
  if (typeof value !== 'object' || value === null || depth > maxDepth) return undefined;
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return undefined;
  for (const key of Object.keys(value)) {
    const below = path === '' ? key : `${path}.${key}`;
    const lost = whatIsLost((value as Record<string, unknown>)[key], tell, below, depth + 1);
    if (lost !== undefined) return lost;
  }
  return undefined;
}

function cureOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (value instanceof Map || value instanceof Set) return 'a Map or Set: return [...it]';
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return 'bytes: return image(), audio() or embedded()';
  if (isPromiseLike(value)) return 'a promise: await it';
  if (value instanceof Error && !('toJSON' in value)) return 'an Error: throw it, or return its message';
  if (Symbol.asyncIterator in value) return 'an async iterable: collect it, or write the handler as a generator';
  return undefined;
}
