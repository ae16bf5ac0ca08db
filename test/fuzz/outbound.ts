import { keyOf, type Expectation } from './frames/expectation.js';
import { must } from './violation.js';

/** A frame from the server: an answer, or a notification. */
export interface Outbound {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly progressToken?: unknown; readonly progress?: number; readonly level?: string };
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads one frame, which must be one JSON-RPC message on one line. */
export function readOutbound(text: string): Outbound {
  must(!/[\n\r]/.test(text), () => `a frame has a line break: ${text}`);
  const value = JSON.parse(text) as unknown;
  const fits = isObject(value) && value['jsonrpc'] === '2.0' && (isAnswer(value) || isNotification(value));
  must(fits, () => `no JSON-RPC frame: ${text}`);
  return value as Outbound;
}

function isAnswer({ id, method, result, error, ...rest }: Record<string, unknown>): boolean {
  const isNamed = id === undefined ? result === undefined : typeof id === 'string' || Number.isSafeInteger(id);
  const isEither =
    (isObject(result) && error === undefined) ||
    (result === undefined &&
      isObject(error) &&
      Number.isInteger(error['code']) &&
      typeof error['message'] === 'string');
  return isNamed && method === undefined && isEither && Object.keys(rest).join() === 'jsonrpc';
}

function isNotification({ id, method, params, ...rest }: Record<string, unknown>): boolean {
  const isKnown = method === 'notifications/progress' || method === 'notifications/message';
  return id === undefined && isKnown && isObject(params) && Object.keys(rest).join() === 'jsonrpc';
}

/** Holds all that came back against what was sent: how many answers each id has, and where progress stands. */
export function checkOutbound(texts: readonly string[], expected: Expectation): void {
  const answered = new Map<string, number>();
  const highest = new Map<string, number>();
  for (const frame of texts.map(readOutbound)) {
    if (frame.method === undefined) {
      const key = keyOf(frame.id);
      answered.set(key, (answered.get(key) ?? 0) + 1);
    } else if (frame.method === 'notifications/progress') checkProgress(frame, expected, answered, highest);
  }
  for (const key of new Set([...answered.keys(), ...expected.answers.keys()])) {
    const [count, most] = [answered.get(key) ?? 0, expected.answers.get(key) ?? 0];
    const least = Math.max(0, most - (expected.cancels.get(key) ?? 0));
    must(count >= least && count <= most, () => `id ${key} has ${count} answers, expected ${least} to ${most}`);
  }
}

function checkProgress(
  { params }: Outbound,
  { tokens, answers }: Expectation,
  answered: ReadonlyMap<string, number>,
  highest: Map<string, number>,
): void {
  const { progressToken, progress = Number.NaN } = params ?? {};
  const key = keyOf(progressToken);
  const ids = tokens.get(key);
  must(ids !== undefined, () => `progress for the token ${key}, which nobody gave`);
  must(Number.isFinite(progress), () => `progress of ${progress}`);
  const [id] = ids;
  // Of a token or an id that was given twice nobody can tell whose progress it is.
  if (id === undefined || ids.length > 1 || answers.get(id) !== 1) return;
  must(!answered.has(id), () => `progress for ${key} after the answer`);
  must(progress > (highest.get(key) ?? Number.NEGATIVE_INFINITY), () => `progress for ${key} does not rise`);
  highest.set(key, progress);
}
