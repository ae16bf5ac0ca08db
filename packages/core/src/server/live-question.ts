import { encodeRequest, methods, type CancelledParams, type InputRequest, type RpcError } from '@mcpfusion/protocol';
import { FusionError } from '../errors.js';
import { startTimer, unref, type Timer } from '../timer.js';
import type { MethodCall } from './method-call.js';

/** Who is told, once, how a question ended; unless it was taken back from outside. */
export interface QuestionHost {
  onAnswer(question: LiveQuestion, result: unknown): void;
  onRpcError(question: LiveQuestion, error: RpcError): void;
  onTimeout(question: LiveQuestion, error: FusionError): void;
}

/** One request of ours to the client of a session, from its sending to its answer, its time limit or its being taken back. */
export class LiveQuestion {
  readonly key: string;
  readonly request: InputRequest;
  readonly #of: MethodCall;
  readonly #host: QuestionHost;
  readonly #id: string | number;
  readonly #timer: Timer | undefined;

  /** Nothing is sent yet. */
  constructor(key: string, request: InputRequest, of: MethodCall, host: QuestionHost) {
    this.key = key;
    this.request = request;
    this.#of = of;
    this.#host = host;
    const { timeoutMs } = of.server.inputs;
    this.#id = of.arrival.peer.questions.open(({ result, error }) => {
      this.#forget();
      if (error) host.onRpcError(this, error);
      else host.onAnswer(this, result);
    });
    this.#timer = unref(startTimer(() => this.#giveUp(timeoutMs), timeoutMs));
    of.exchange.remember(this);
  }

  send(): void {
    const { method, params } = this.request;
    this.#of.exchange.send(method, params, (given) => encodeRequest(this.#id, method, given));
  }

  /** Tells the client that no answer is wanted any more. False: there is one, or it was taken back before. */
  takeBack(reason?: string): boolean {
    if (!this.#of.arrival.peer.questions.close(this.#id)) return false;
    this.#forget();
    const params: CancelledParams = { requestId: this.#id, ...(reason === undefined ? {} : { reason }) };
    this.#of.exchange.notify(methods.cancelled, params);
    return true;
  }

  #giveUp(timeoutMs: number): void {
    if (!this.takeBack('Nobody answered in time.')) return;
    this.#host.onTimeout(this, new FusionError('INPUT_TIMEOUT', `Nobody answered within ${timeoutMs / 1_000} s.`));
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#of.exchange.forget(this);
  }
}
