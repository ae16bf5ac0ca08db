import { isObject, type Capabilities, type Params } from '@mcpfusion/protocol';
import { CallCancelled, UnusableAnswer } from '../errors.js';
import type { RequestHandler } from '../server-requests.js';
import { AgreedVisits } from './agreed-visits.js';
import { defaultMaxRounds } from './asked-rounds.js';
import { checkAnswer } from './check-answer.js';
import { checkQuestion } from './check-question.js';

export interface InputRoundsOptions {
  /** Answers to what the server asks, by method, as in `ConnectOptions.onRequest`. The `id` they see is the key of the question. */
  readonly handlers: Readonly<Record<string, RequestHandler>>;
  /** What was declared to the server: a question beyond it ends the call. Not looked at where it is absent. */
  readonly capabilities?: Capabilities;
  /** How often the request is sent again before it is given up. 8 by default. */
  readonly maxRounds?: number | undefined;
  /** Passed to the handlers; aborted: no further round. */
  readonly signal?: AbortSignal | undefined;
  /** Told of each round before it is answered, with its number from 1; not of one that only waits for a visit. */
  readonly onRound?: ((round: number, result: Params) => void) | undefined;
}

/** What a retry says beside the params of the first request. */
export interface InputParams {
  readonly inputResponses?: Params;
  readonly requestState?: string;
}

const knownTypes: ReadonlySet<unknown> = new Set(['complete', 'input_required', 'task']);

/**
 * 2026: sends a request again with what the server asks for, until its result is complete. `send` sends it with those
 * params added, each time under a new id:
 *
 *     inputRounds((more) => client.request('tools/call', { name, arguments: args, ...more }), { handlers })
 *
 * A visit that the user has agreed to and that is asked again, since it is not over, is agreed to again without a
 * prompt, and is no round; the request is then sent a little later each time.
 *
 * An absent `resultType` means complete. `requestState` goes back as it came, and only where there was one. No request
 * runs while a question is answered, so no timeout does.
 *
 * Source: 2026-07-28, Multi Round-Trip Requests, Client Requirements.
 */
export async function inputRounds<TResult extends Params>(
  send: (more: InputParams) => Promise<TResult>,
  options: InputRoundsOptions,
): Promise<TResult> {
  const { maxRounds = defaultMaxRounds, signal, onRound } = options;
  const agreed = new AgreedVisits();
  let rounds = 0;
  let waits = 0;
  let result = checkType(await send({}));
  while (result['resultType'] === 'input_required') {
    checkAsks(result);
    if (agreed.knowsAll(result['inputRequests'])) {
      if (++waits > mostWaits)
        throw new UnusableAnswer(`Expected the visit to be over after ${mostWaits} retries, got the same question.`);
      await pause(Math.min(waits * 100, 2_000), signal);
    } else {
      waits = 0;
      if (++rounds > maxRounds)
        throw new UnusableAnswer(`Expected a complete result after ${maxRounds} rounds, got another question.`);
      onRound?.(rounds, result);
    }
    if (signal?.aborted) throw new CallCancelled(signal.reason);
    const answers = await answerAll(result, options, agreed);
    agreed.note(result['inputRequests'], answers.inputResponses);
    result = checkType(await send(answers));
  }
  return result;
}

/** How often in a row the same visit is waited for. */
const mostWaits = 100;

/** A server may hold a retry until the visit is over, or say at once that it is not. */
function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, delayMs);
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted) end();
  });
}

/** Source: 2026-07-28, basic, Results: an unknown `resultType` is invalid. */
export function checkType<TResult extends Params>(result: TResult): TResult {
  const { resultType } = result;
  if (resultType === undefined || knownTypes.has(resultType)) return result;
  throw new UnusableAnswer(`Expected a resultType that is known, got ${JSON.stringify(resultType)}.`);
}

/** Asked for nothing, a client would ask again for ever. */
function checkAsks({ inputRequests, requestState }: Params): void {
  if (inputRequests !== undefined && !isObject(inputRequests))
    throw new UnusableAnswer('Expected inputRequests to be an object.');
  if (requestState !== undefined && typeof requestState !== 'string')
    throw new UnusableAnswer('Expected requestState to be a string.');
  if (requestState === undefined && Object.keys(inputRequests ?? {}).length === 0)
    throw new UnusableAnswer('Expected inputRequests or requestState in a result that requires input, got neither.');
}

/** The first that fails ends the others, and so does the end of the call; what they say later is not heard. */
async function answerAll(result: Params, options: InputRoundsOptions, agreed: AgreedVisits): Promise<InputParams> {
  const { inputRequests, requestState } = result;
  const state = typeof requestState === 'string' ? { requestState } : {};
  if (!isObject(inputRequests)) return state;
  const over = new AbortController();
  const { signal: given } = options;
  const signal = given ? AbortSignal.any([given, over.signal]) : over.signal;
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new CallCancelled(signal.reason)), { once: true });
  });
  aborted.catch(() => {});
  try {
    const asked = Object.entries(inputRequests).map(([key, question]) => readQuestion(key, question, options));
    const answers = asked.map(async ({ key, method, params, handler }) => {
      if (agreed.knows(key, inputRequests[key])) return [key, { action: 'accept' }] as const;
      const answer = await handler(params, { id: key, signal, callIds: [] });
      return [key, checkAnswer(method, params, answer)] as const;
    });
    return { inputResponses: Object.fromEntries(await Promise.race([Promise.all(answers), aborted])), ...state };
  } finally {
    over.abort('the round is over');
  }
}

interface Question {
  readonly key: string;
  readonly method: string;
  readonly params: Params;
  readonly handler: RequestHandler;
}

function readQuestion(key: string, question: unknown, { handlers, capabilities }: InputRoundsOptions): Question {
  const { method, params: given } = isObject(question) ? question : {};
  if (typeof method !== 'string') throw new UnusableAnswer(`Expected the question "${key}" to name its method.`);
  const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
  if (!handler) throw new UnusableAnswer(`Expected a handler for ${method}, which the server asks as "${key}".`);
  const params = isObject(given) ? given : {};
  const problem = checkQuestion(method, params, capabilities ?? everything);
  if (problem !== undefined) throw new UnusableAnswer(`The question "${key}" cannot be answered: ${problem}.`);
  return { key, method, params, handler };
}

const everything: Capabilities = Object.freeze({
  elicitation: { form: {}, url: {} },
  sampling: { tools: {} },
  roots: {},
});
