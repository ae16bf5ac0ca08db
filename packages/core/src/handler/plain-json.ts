import { findInside } from './find-inside.js';
import { isPromiseLike } from './promise-like.js';

/** JSON of a value that is the same after it. Throws for what JSON cannot carry, or would change into something else. `whose`: "step 'load' to give". */
export function plainJson(value: unknown, whose: string): string {
  const lost = findInside(value, tellNotPlain);
  if (!lost) return stringify(value, whose);
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
  if (isBody(part)) return 'a generator: the function of a step is none, and what asks belongs in the handler';
  if (isPromiseLike(part)) return 'a promise: await it';
  if (typeof (part as { toJSON?: unknown }).toJSON === 'function')
    return 'an object with toJSON(): return what it gives';
  if (Array.isArray(part)) return undefined;
  const prototype: unknown = Object.getPrototypeOf(part);
  if (prototype === null || prototype === Object.prototype) return undefined;
  // Of another realm: a test runner or a `vm` has its own.
  const { name = '' } = (part.constructor ?? {}) as { readonly name?: unknown };
  if (name === 'Object' && Object.hasOwn(prototype as object, 'constructor')) return undefined;
  return `an instance of ${typeof name === 'string' && name !== '' ? name : 'a class'}: return a plain object`;
}

/** By shape, as the drive tells it. */
function isBody(part: object): boolean {
  const { next, throw: fail } = part as { readonly next?: unknown; readonly throw?: unknown };
  return typeof next === 'function' && typeof fail === 'function';
}

function stringify(value: unknown, whose: string): string {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    throw new TypeError(`Expected ${whose} plain JSON, got what goes in a circle or too deep.`, { cause });
  }
}
