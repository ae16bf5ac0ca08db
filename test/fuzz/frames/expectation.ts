/** What a stream of messages must be answered with, told without any of the code that is tested. */
export interface Expectation {
  /** Requests by key of their id, and everything else that must be answered, under `none`. */
  readonly answers: ReadonlyMap<string, number>;
  /** Cancels by key of the id. */
  readonly cancels: ReadonlyMap<string, number>;
  /** Keys of the ids that each progress token was given with. */
  readonly tokens: ReadonlyMap<string, readonly string[]>;
}

/** Tells apart what JSON-RPC tells apart: `7` and `"7"`, but not `7` and `7.0`. */
export const keyOf = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value));

/** Bytes to lines: at 0x0A and nowhere else. */
export function linesOf(stream: Uint8Array): readonly Uint8Array[] {
  const lines: Uint8Array[] = [];
  let start = 0;
  for (let at = 0; at <= stream.length; at++) {
    if (at < stream.length && stream[at] !== 0x0a) continue;
    lines.push(stream.subarray(start, at));
    start = at + 1;
  }
  return lines;
}

/** `messages`: the bytes of one each, not yet known to be one. */
export function expectationOf(messages: readonly Uint8Array[]): Expectation {
  const [answers, cancels] = [new Map<string, number>(), new Map<string, number>()];
  const tokens = new Map<string, string[]>();
  const count = (map: Map<string, number>, key: string): void => void map.set(key, (map.get(key) ?? 0) + 1);
  for (const bytes of messages) {
    const { answer, cancel, token } = readBytes(bytes);
    if (answer !== undefined) count(answers, answer);
    if (cancel !== undefined) count(cancels, cancel);
    if (answer !== undefined && token !== undefined) tokens.set(token, [...(tokens.get(token) ?? []), answer]);
  }
  return { answers, cancels, tokens };
}

export interface Reading {
  /** The key of the id that its answer has, `none` for an answer without one. */
  readonly answer?: string;
  readonly cancel?: string;
  readonly token?: string;
}

/** What one message is, by the words of JSON-RPC and of the two revisions. */
export function readBytes(bytes: Uint8Array, isBlankIgnored = true): Reading {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { answer: 'none' };
  }
  if (isBlankIgnored && text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { answer: 'none' };
  }
  return readValue(value);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isId = (value: unknown): boolean => typeof value === 'string' || Number.isSafeInteger(value);

function readValue(value: unknown): Reading {
  if (!isObject(value)) return { answer: 'none' };
  const { jsonrpc, id, method, params, result, error } = value;
  // The id of what was to be a response is one of the server's own: it does not go back as one of the client's.
  const isResponse = method === undefined && (result !== undefined || error !== undefined);
  const answer = isId(id) && !isResponse ? keyOf(id) : 'none';
  if (isTooDeep(value) || jsonrpc !== '2.0') return { answer };
  if (method === undefined) {
    const isResult = isObject(result) && error === undefined && isId(id);
    const isError =
      result === undefined &&
      isObject(error) &&
      Number.isInteger(error['code']) &&
      typeof error['message'] === 'string';
    return isResult || isError ? {} : { answer };
  }
  if (typeof method !== 'string' || (params !== undefined && !isObject(params))) return { answer };
  if (id === undefined) {
    const requestId = params?.['requestId'];
    return method === 'notifications/cancelled' && isId(requestId) ? { cancel: keyOf(requestId) } : {};
  }
  const meta = params?.['_meta'];
  const token = isObject(meta) ? meta['progressToken'] : undefined;
  return { answer, ...(token === undefined ? {} : { token: keyOf(token) }) };
}

const maxLevels = 64;

/** Level by level, since a stack would not hold them all. */
function isTooDeep(value: unknown): boolean {
  const nested = (values: readonly unknown[]) => values.filter((one) => typeof one === 'object' && one !== null);
  let level = nested([value]);
  for (let levels = 1; level.length > 0; levels++) {
    if (levels > maxLevels) return true;
    level = nested(level.flatMap((one) => Object.values(one as object) as unknown[]));
  }
  return false;
}
