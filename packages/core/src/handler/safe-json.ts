/**
 * JSON of any value, hostile ones too: cycles, BigInt, throwing getters and
 * `toJSON`. For logs, which must never break a call. Never throws.
 */
export function safeJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch {
    return JSON.stringify(plain(value, new Set(), 0));
  }
}

/** The same value when JSON can carry it as it is, else a copy in which it can. */
export function jsonSafe(value: unknown): unknown {
  try {
    JSON.stringify(value);
    return value;
  } catch {
    return plain(value, new Set(), 0);
  }
}

const maxDepth = 20;

function plain(value: unknown, above: Set<object>, depth: number): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function' || typeof value === 'symbol') return `[${typeof value}]`;
  if (typeof value !== 'object' || value === null) return value;
  if (above.has(value)) return '[circular]';
  if (depth === maxDepth) return '[too deep]';
  above.add(value);
  try {
    if (Array.isArray(value)) return value.map((item) => plain(item, above, depth + 1));
    if (value instanceof Error) return { name: read(value, 'name'), message: read(value, 'message') };
    return Object.fromEntries(Object.keys(value).map((key) => [key, plain(read(value, key), above, depth + 1)]));
  } catch {
    return '[unreadable]';
  } finally {
    above.delete(value);
  }
}

function read(object: object, key: string): unknown {
  try {
    return (object as Record<string, unknown>)[key];
  } catch {
    return '[unreadable]';
  }
}

/** The text of anything thrown. Never throws, never empty. */
export function messageOf(thrown: unknown): string {
  try {
    const message = typeof thrown === 'object' && thrown !== null && 'message' in thrown ? thrown.message : thrown;
    const text = typeof message === 'string' ? message : safeJson(message);
    return text === '' ? 'no message' : text;
  } catch {
    return 'unreadable error';
  }
}
