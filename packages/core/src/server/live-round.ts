import { errorCodes, inputMethods, type InputRequests, type RpcError } from '@mcpfusion/protocol';
import type { Cancellation, CancelListener } from '../call/cancellation.js';
import { FusionError, InputRefusedError, InputUnsupported, type CancelledError } from '../errors.js';
import type { AskedVisits } from '../input/visits.js';
import { LiveQuestion, type QuestionHost } from './live-question.js';
import type { MethodCall } from './method-call.js';

export type Answers = Readonly<Record<string, unknown>>;
export type IsEnough = (key: string, response: unknown) => boolean;

/** Questions that are asked at once. Ends with all answers, with one that is enough, or with the first failure. */
export class LiveRound implements QuestionHost, CancelListener {
  readonly #of: MethodCall;
  readonly #cancellation: Cancellation;
  readonly #isEnough: IsEnough;
  readonly #resolve: (answers: Answers) => void;
  readonly #reject: (error: FusionError) => void;
  readonly #answers: Record<string, unknown> = {};
  readonly #open = new Set<LiveQuestion>();

  constructor(
    of: MethodCall,
    cancellation: Cancellation,
    isEnough: IsEnough,
    resolve: (answers: Answers) => void,
    reject: (error: FusionError) => void,
  ) {
    this.#of = of;
    this.#cancellation = cancellation;
    this.#isEnough = isEnough;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  start(requests: InputRequests, visits?: AskedVisits): void {
    for (const [key, request] of Object.entries(requests))
      this.#open.add(new LiveQuestion(key, request, this.#of, this, visits));
    for (const question of this.#open) question.send();
    this.#cancellation.listen(this);
  }

  onAnswer(question: LiveQuestion, result: unknown): void {
    this.#open.delete(question);
    this.#answers[question.key] = result;
    if (this.#open.size > 0 && !this.#isEnough(question.key, result)) return;
    this.#end();
    this.#resolve(this.#answers);
  }

  onRpcError(question: LiveQuestion, error: RpcError): void {
    this.#fail(question, toFailure(question, error));
  }

  onTimeout(question: LiveQuestion, error: FusionError): void {
    this.#fail(question, error);
  }

  onCancel(reason: CancelledError): void {
    this.#end(reason.message);
    this.#reject(reason);
  }

  #fail(question: LiveQuestion, error: FusionError): void {
    this.#open.delete(question);
    this.#end();
    this.#reject(error);
  }

  #end(reason?: string): void {
    this.#cancellation.unlisten(this);
    for (const question of this.#open) question.takeBack(reason);
    this.#open.clear();
  }
}

function toFailure({ request: { method } }: LiveQuestion, { code, message }: RpcError): FusionError {
  // How a user's refusal is told where the result has no room for it. Source: 2025-11-25, Sampling, Error Handling.
  if (code === -1) return new InputRefusedError('decline');
  if (code === errorCodes.methodNotFound)
    return new InputUnsupported(`ELICITATION_UNSUPPORTED: the client declares ${method} and does not know it.`);
  const what = method === inputMethods.elicit ? 'ask its user' : `answer ${method}`;
  return new FusionError('INPUT_FAILED', `The client could not ${what}: ${message} (${code}).`);
}
