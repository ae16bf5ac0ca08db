/**
 * JSON of any value, hostile ones too: cycles, BigInt, throwing getters and
 * `toJSON`. For logs, which must never break a call. Never throws.
 */
export function safeJson(value: unknown, options: PlainOptions = {}): string {
  return JSON.stringify(toPlain(value, options)) ?? 'null';
}

export interface PlainOptions {
  /** Errors keep their stacks and causes: for logs that stay on this side. Default false. */
  readonly withStacks?: boolean;
}

/** A copy that JSON can carry. Errors become `{ name, message }`. Never throws. */
export function toPlain(value: unknown, options: PlainOptions = {}): unknown {
  return copy(value, new Set(), { ...options, left: maxNodes });
}

const maxDepth = 20;
// Shared references make a small value large; a log record of more than this is a mistake.
const maxNodes = 10_000;

interface Budget extends PlainOptions {
  left: number;
}

function copy(value: unknown, above: Set<object>, options: Budget): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function' || typeof value === 'symbol') return `[${typeof value}]`;
  if (typeof value !== 'object' || value === null) return value;
  if (above.has(value)) return '[circular]';
  if (above.size === maxDepth) return '[too deep]';
  if (--options.left < 0) return '[too large]';
  above.add(value);
  try {
    return copyObject(value, above, options);
  } catch {
    return '[unreadable]';
  } finally {
    above.delete(value);
  }
}

function copyObject(value: object, above: Set<object>, options: Budget): unknown {
  if (Array.isArray(value)) return value.map((item) => copy(item, above, options));
  if (value instanceof Error) return copyError(value, above, options);
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === 'function') return copy(toJSON.call(value, ''), above, options);
  return Object.fromEntries(Object.keys(value).map((key) => [key, copy(read(value, key), above, options)]));
}

function copyError(error: Error, above: Set<object>, options: Budget): unknown {
  const { withStacks = false } = options;
  const shown = {
    name: copy(read(error, 'name'), above, options),
    message: copy(read(error, 'message'), above, options),
  };
  if (!withStacks) return shown;
  const cause = read(error, 'cause');
  return {
    ...shown,
    stack: copy(read(error, 'stack'), above, options),
    ...(cause === undefined ? {} : { cause: copy(cause, above, options) }),
  };
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
  const message = hasMessage(thrown) ? read(thrown, 'message') : thrown;
  const text = typeof message === 'string' ? message : safeJson(message);
  return text === '' ? 'no message' : text;
}

function hasMessage(thrown: unknown): thrown is object {
  try {
    return typeof thrown === 'object' && thrown !== null && 'message' in thrown;
  } catch {
    return false;
  }
}
