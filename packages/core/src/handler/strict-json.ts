import { findInside } from './find-inside.js';
import { commandIn, isYieldStar, yieldStarMissing } from './yield-star.js';
import { isPromiseLike } from './promise-like.js';
import { isField, isInputRequired } from './input-brands.js';

/** JSON of a value; throws for what JSON cannot carry, or would make `{}` of. `whose`: "the handler to return". */
export function strictJson(value: unknown, whose: string): string {
  const lost = findInside(value, cureOf);
  if (lost) {
    const where = lost.path === '' ? '' : ` (at ${lost.path})`;
    throw new TypeError(`Expected ${whose} what JSON can carry, got ${lost.what}${where}.`);
  }
  const json = JSON.stringify(value) as string | undefined;
  if (json === undefined) throw new TypeError(`Expected ${whose} what JSON can carry, got a ${typeof value}.`);
  return json;
}

/** What JSON would make `{}` or a list of numbers of without a word. Throws for a question or step that was not waited for. */
function cureOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (isYieldStar(value)) throw yieldStarMissing(commandIn(value));
  if (value instanceof Map || value instanceof Set) return 'a Map or Set: return [...it]';
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return 'bytes: return image(), audio() or embedded()';
  if (isInputRequired(value)) return 'a question inside something else: return it by itself';
  if (isField(value)) return 'a field of a form: ask for it with requireInput.elicit()';
  if (isPromiseLike(value)) return 'a promise: await it';
  if (value instanceof Error && !('toJSON' in value)) return 'an Error: throw it, or return its message';
  if (Symbol.asyncIterator in value) return 'an async iterable: collect it, or write the handler as a generator';
  return undefined;
}
