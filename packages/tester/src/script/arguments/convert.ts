import { isObject } from '@mcpfusion/protocol';
import { parseExactly } from '../../json/parse-exactly.js';
import { scriptError } from '../failure.js';
import { isIntegerText, parseNumber } from '../values/go-number.js';

/**
 * An argument's text as its schema wants it: `'[1, 2]'` for an array is `[1, 2]`, `'7'` for an integer is `7`.
 * Text that fits no wanted type is sent as text, for the server to judge. A schema without types keeps text, too.
 */
export function convertArgument(text: string, schema: unknown): unknown {
  const types = typesOf(schema);
  if (types.size === 0) return text;
  const structure = structureOf(text.trim(), types);
  if (structure !== undefined) return structure;
  if (types.has('integer') && isIntegerText(text)) return exactInteger(text);
  if (types.has('number')) {
    const value = parseNumber(text);
    if (value !== undefined) return finite(value, text);
  }
  if (types.has('boolean')) {
    if (/^(?:true|1)$/i.test(text)) return true;
    if (/^(?:false|0)$/i.test(text)) return false;
  }
  return text;
}

/** Of `type`, a word or a list, and of the branches of `anyOf` and `oneOf`. */
function typesOf(schema: unknown): ReadonlySet<string> {
  if (!isObject(schema)) return new Set();
  const { type, anyOf, oneOf } = schema;
  const own = (Array.isArray(type) ? (type as unknown[]) : [type]).filter((word) => typeof word === 'string');
  const branches = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  return new Set([...own, ...branches.flatMap((branch) => [...typesOf(branch)])]);
}

/** An array or an object written as JSON, where it is wanted or no string is. */
function structureOf(text: string, types: ReadonlySet<string>): unknown {
  const isArray = text.startsWith('[') && text.endsWith(']');
  const isRecord = text.startsWith('{') && text.endsWith('}');
  if (!isArray && !isRecord) return undefined;
  if (types.has('string') && !types.has(isArray ? 'array' : 'object')) return undefined;
  try {
    return parseExactly(text);
  } catch (error) {
    if (error instanceof RangeError) throw scriptError(error.message);
    return undefined;
  }
}

function exactInteger(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw scriptError(`expected an integer between ±(2^53 - 1), which can be sent exactly, got ${text}`);
}

function finite(value: number, text: string): number {
  if (Number.isFinite(value)) return value;
  throw scriptError(`expected a number that JSON can hold, got ${text}`);
}
