import { isObject, type Params } from '@mcpfusion/protocol';
import type { RequestHandler } from '../server-requests.js';

export interface InputRoundsOptions {
  /** Answers to what the server asks, by method, as in `ConnectOptions.onRequest`. The `id` they see is the key of the question. */
  readonly handlers: Readonly<Record<string, RequestHandler>>;
  /** How often the request is sent again before it is given up. 8 by default. */
  readonly maxRounds?: number;
  /** Passed to the handlers; aborted: no further round. */
  readonly signal?: AbortSignal;
}

/** What a retry says beside the params of the first request. */
export interface InputParams {
  readonly inputResponses?: Params;
  readonly requestState?: string;
}

const defaultMaxRounds = 8;

/**
 * 2026: sends a request again with what the server asks for, until its result is complete. `send` sends it with those
 * params added, each time under a new id:
 *
 *     inputRounds((more) => client.request('tools/call', { name, arguments: args, ...more }), { handlers })
 *
 * An absent `resultType` means complete. `requestState` goes back as it came, and only where there was one.
 *
 * Source: 2026-07-28, Multi Round-Trip Requests, Client Requirements.
 */
export async function inputRounds<TResult extends Params>(
  send: (more: InputParams) => Promise<TResult>,
  options: InputRoundsOptions,
): Promise<TResult> {
  const { maxRounds = defaultMaxRounds, signal } = options;
  let result = await send({});
  for (let round = 1; result['resultType'] === 'input_required'; round++) {
    if (round > maxRounds)
      throw new Error(`Expected a complete result after ${maxRounds} rounds, got another question.`);
    signal?.throwIfAborted();
    const more = await answer(result, options);
    signal?.throwIfAborted();
    result = await send(more);
  }
  return result;
}

async function answer(result: Params, options: InputRoundsOptions): Promise<InputParams> {
  const { inputRequests, requestState } = result;
  const state = typeof requestState === 'string' ? { requestState } : {};
  if (inputRequests === undefined) return state;
  if (!isObject(inputRequests)) throw new Error('Expected inputRequests to be an object.');
  const { handlers, signal = new AbortController().signal } = options;
  const answered = Object.entries(inputRequests).map(async ([key, asked]) => {
    const method = isObject(asked) && typeof asked['method'] === 'string' ? asked['method'] : 'nothing';
    const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
    if (!handler) throw new Error(`Expected a handler for ${method}, which the server asks as "${key}".`);
    const params = isObject(asked) && isObject(asked['params']) ? asked['params'] : {};
    return [key, await handler(params, { id: key, signal })] as const;
  });
  return { inputResponses: Object.fromEntries(await Promise.all(answered)), ...state };
}
