import { findInside } from './find-inside.js';
import { isPromiseLike } from './promise-like.js';

/** JSON of a value that is the same after it. Throws for what JSON cannot carry, or would change into something else. `whose`: "step 'load' to give". */
export function plainJson(value: unknown, whose: string): string {
  const lost = findInside(value, tellNotPlain);
  if (!lost) return JSON.stringify(value);
  const where = lost.path === '' ? '' : ` (at ${lost.path})`;
  throw new TypeError(`Expected ${whose} plain JSON, got ${lost.what}${where}.`);
}

function tellNotPlain(part: unknown): string | undefined {
  switch (typeof part) {
    case 'number':
      return Number.isFinite(part) ? undefined : `${part}, which is no number of JSON`;
    case 'bigint':
      return 'a bigint: return String(it)';
    case 'function':
    case 'symbol':
      return `a ${typeof part}`;
    case 'object':
      return part === null ? undefined : tellNotPlainObject(part);
    default:
      return undefined;
  }
}

function tellNotPlainObject(part: object): string | undefined {
  if (part instanceof Date) return 'a Date: return it.toISOString()';
  if (part instanceof Map || part instanceof Set) return 'a Map or Set: return [...it]';
  if (part instanceof ArrayBuffer || ArrayBuffer.isView(part)) return 'bytes: return them in Base64';
  if (part instanceof Error) return 'an Error: throw it, or return its message';
  if (isPromiseLike(part)) return 'a promise: await it';
  if ('toJSON' in part) return 'an object with toJSON(): return what it gives';
  return undefined;
}
