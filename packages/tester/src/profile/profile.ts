import { isObject } from '@mcpfusion/protocol';
import { UsageError } from '../exit/tester-error.js';

/** A server under a name: an entry of `profiles:` in `mcp-tester.yml`. */
export interface Profile {
  readonly command?: string;
  readonly url?: string;
  readonly transport?: string;
  readonly era?: string;
  readonly disabled?: boolean;
  /** `${NAME}` and `$NAME` in a value are read from the environment. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The same. */
  readonly bearer?: string;
}

const kinds: Readonly<Record<keyof Profile, 'string' | 'boolean' | 'headers'>> = {
  command: 'string',
  url: 'string',
  transport: 'string',
  era: 'string',
  disabled: 'boolean',
  headers: 'headers',
  bearer: 'string',
};

/** Keys that other tools keep in the same file; they say nothing to this one. */
const foreignKeys: ReadonlySet<string> = new Set(['text_only', 'verify']);

/** Throws `UsageError` that names profile, key, what was expected and what is there. */
export function checkProfile(name: string, value: unknown): Profile {
  if (!isObject(value)) throw new UsageError(`Expected profile "${name}" to be a map, got ${JSON.stringify(value)}.`);
  for (const [key, given] of Object.entries(value)) {
    if (foreignKeys.has(key)) continue;
    if (!isKey(key)) {
      throw new UsageError(`Profile "${name}" has the key "${key}"; expected one of ${Object.keys(kinds).join(', ')}.`);
    }
    if (!fits(kinds[key], given)) {
      const expected = kinds[key] === 'headers' ? 'a map of texts' : `a ${kinds[key]}`;
      throw new UsageError(`Expected ${key} of profile "${name}" to be ${expected}, got ${JSON.stringify(given)}.`);
    }
  }
  return value;
}

function isKey(key: string): key is keyof Profile {
  return Object.hasOwn(kinds, key);
}

function fits(kind: 'string' | 'boolean' | 'headers', value: unknown): boolean {
  if (kind !== 'headers') return typeof value === kind;
  return isObject(value) && Object.values(value).every((text) => typeof text === 'string');
}
