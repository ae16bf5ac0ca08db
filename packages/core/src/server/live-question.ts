import {
  encodeRequest,
  isObject,
  methods,
  type CancelledParams,
  type ElicitationCompleteParams,
  type InputRequest,
  type RpcError,
} from '@mcpfusion/protocol';
import { FusionError } from '../errors.js';
import { visitIdOf, type AskedVisits } from '../input/visits.js';
import { startTimer, unref, type Timer } from '../timer.js';
import type { MethodCall } from './method-call.js';

/** Who is told, once, how a question ended; unless it was taken back from outside. */
export interface QuestionHost {
  onAnswer(question: LiveQuestion, result: unknown): void;
  onRpcError(question: LiveQuestion, error: RpcError): void;
  onTimeout(question: LiveQuestion, error: FusionError): void;
}

/**
 * One request of ours to the client of a session, from its sending to its answer, its time limit or its being taken
 * back. One that asks for a visit is answered when the user has agreed to it and it is over, in either order.
 *
 * Source: 2025-11-25, Elicitation, URL Mode Elicitation Requests.
 */
export class LiveQuestion {
  readonly key: string;
  readonly request: InputRequest;
  readonly #of: MethodCall;
  readonly #host: QuestionHost;
  readonly #id: string | number;
  readonly #timer: Timer | undefined;
  /** Undefined: the visit is over, or none is waited for. */
  #unwatch: (() => void) | undefined;
  /** What the user has agreed to, while the visit lasts. */
  #agreed: { readonly result: unknown } | undefined;
  #isOver = false;

  /** Nothing is sent yet. */
  constructor(key: string, request: InputRequest, of: MethodCall, host: QuestionHost, visits?: AskedVisits) {
    this.key = key;
    this.request = request;
    this.#of = of;
    this.#host = host;
    const { timeoutMs, visits: allVisits } = of.server.inputs;
    this.#id = of.arrival.peer.questions.open(({ result, error }) => {
      if (!error) return this.#take(result);
      this.#end();
      host.onRpcError(this, error);
    });
    this.#timer = unref(startTimer(() => this.#giveUp(timeoutMs), timeoutMs));
    const id = visitIdOf(visits, key);
    if (visits && id !== undefined) this.#unwatch = allVisits.watch(visits, id, () => this.#onVisited(id));
    of.exchange.remember(this);
  }

  send(): void {
    const { method, params } = this.request;
    this.#of.exchange.send(method, params, (given) => encodeRequest(this.#id, method, given));
  }

  /** Tells the client that no answer is wanted any more, if it has given none. */
  takeBack(reason?: string): void {
    if (this.#isOver) return;
    const isUnanswered = this.#of.arrival.peer.questions.close(this.#id);
    this.#end();
    if (!isUnanswered) return;
    const params: CancelledParams = { requestId: this.#id, ...(reason === undefined ? {} : { reason }) };
    this.#of.exchange.notify(methods.cancelled, params);
  }

  #take(result: unknown): void {
    if (this.#unwatch && isObject(result) && result['action'] === 'accept') {
      this.#agreed = { result };
      this.#of.arrival.peer.questions.waiting++;
      return;
    }
    this.#end();
    this.#host.onAnswer(this, result);
  }

  #onVisited(id: string): void {
    this.#unwatch = undefined;
    const { exchange } = this.#of;
    exchange.notify(methods.elicitationComplete, { elicitationId: id } satisfies ElicitationCompleteParams);
    const agreed = this.#agreed;
    if (!agreed) return;
    this.#end();
    this.#host.onAnswer(this, agreed.result);
  }

  #giveUp(timeoutMs: number): void {
    const what = this.#agreed ? 'was through with the visit' : 'answered';
    this.takeBack('Nobody answered in time.');
    this.#host.onTimeout(this, new FusionError('INPUT_TIMEOUT', `Nobody ${what} within ${timeoutMs / 1_000} s.`));
  }

  #end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#unwatch?.();
    if (this.#agreed) this.#of.arrival.peer.questions.waiting--;
    this.#agreed = undefined;
    this.#of.exchange.forget(this);
  }
}
