import {
  encodeError,
  encodeNotification,
  type Envelope,
  type Era,
  type RequestId,
  type RpcError,
} from '@mcpfusion/protocol';
import { Cancellation } from '../call/cancellation.js';
import { isGivenUp, type CancelledError } from '../errors.js';
import type { Log } from '../handler/log.js';
import type { AnswerListener, Outlet } from './outlet.js';

/** `running` until it is answered (`done`) or given up by the client (`cancelled`). Both are final. */
export type ExchangeState = 'running' | 'done' | 'cancelled';

/** Where exchanges are listed. */
export interface ExchangeScope {
  /** The call has its answer or is cancelled. Called once. */
  onEnd(exchange: Exchange): void;
  /** Nothing more will be written, and the id is free again: an answer may wait. Called once. */
  onFree(exchange: Exchange): void;
}

const encodeParams = (params: object, method: string): string => encodeNotification(method, params);

export interface EndListener {
  onEnd(): void;
}

export interface OpenQuestion {
  takeBack(reason: string): void;
}

export interface ExchangeParts {
  readonly id: RequestId;
  readonly era: Era;
  readonly envelope: Envelope;
  readonly outlet: Outlet;
  readonly scope: ExchangeScope;
  /** The server's own. */
  readonly log: Log;
}

/**
 * One request on its way to one answer. Every outbound frame passes here; after
 * `running` nothing is written, so an answer never comes twice and never after a cancel.
 */
export class Exchange implements AnswerListener {
  readonly id: RequestId;
  readonly era: Era;
  readonly envelope: Envelope;
  readonly outlet: Outlet;
  readonly cancellation = new Cancellation();
  readonly #scope: ExchangeScope;
  readonly #log: Log;
  #endListener: EndListener | undefined;
  #questions: Set<OpenQuestion> | undefined;
  #isFree = false;
  #state: ExchangeState = 'running';
  #hasLost = false;

  constructor({ id, era, envelope, outlet, scope, log }: ExchangeParts) {
    this.id = id;
    this.era = era;
    this.envelope = envelope;
    this.outlet = outlet;
    this.#scope = scope;
    this.#log = log;
  }

  get state(): ExchangeState {
    return this.#state;
  }

  /** A question would get to the client. */
  get canAsk(): boolean {
    return this.#state === 'running' && this.outlet.isOpen();
  }

  /** A question that is to be taken back when the client gives this request up. */
  remember(question: OpenQuestion): void {
    (this.#questions ??= new Set()).add(question);
  }

  forget(question: OpenQuestion): void {
    this.#questions?.delete(question);
  }

  /** Never throws. What cannot be sent is left out, and said once. */
  notify(method: string, params: object): void {
    this.send(method, params, encodeParams);
  }

  /** The same, for those who can write their notification quicker. */
  send<T>(method: string, params: T, encode: (params: T, method: string) => string): void {
    if (this.#state !== 'running') return;
    try {
      this.outlet.notify(encode(params, method), method);
    } catch (cause) {
      if (!this.#hasLost) this.#log.warning('a notification could not be sent; said once a call', { method, cause });
      this.#hasLost = true;
    }
  }

  /** The answer, encoded: what cannot be encoded must not end the exchange. */
  finish(json: string): void {
    if (this.#end('done')) this.#answer(json, 200);
  }

  fail(error: RpcError, status: number): void {
    const json = encodeError(this.id, error);
    if (this.#end('done')) this.#answer(json, status);
  }

  /**
   * Client and disconnect end the exchange in silence; timeout and shutdown leave it
   * open for its one answer. Never throws.
   */
  abort(reason: CancelledError): void {
    if (this.#state !== 'running') return;
    // Afterwards nothing is written any more, or the answer is before they are.
    for (const question of this.#questions ?? []) question.takeBack(reason.message);
    if (isGivenUp(reason)) {
      this.#end('cancelled');
      this.#free();
      this.#drop();
    }
    this.cancellation.cancel(reason);
  }

  /** One listener of the host's, told once, when the call has its answer or is cancelled. */
  tellEnd(listener: EndListener): void {
    this.#endListener = listener;
  }

  onWritten(): void {
    this.#free();
  }

  #answer(json: string, status: number): void {
    try {
      this.outlet.finish(json, status, this);
    } catch (cause) {
      this.#free();
      throw cause;
    }
  }

  // The handler is to be stopped whatever becomes of its frames.
  #drop(): void {
    try {
      this.outlet.drop();
    } catch (cause) {
      this.#log.warning('the end of a cancelled call could not be written', { cause });
    }
  }

  #free(): void {
    if (this.#isFree) return;
    this.#isFree = true;
    this.#scope.onFree(this);
  }

  #end(state: 'done' | 'cancelled'): boolean {
    if (this.#state !== 'running') return false;
    this.#state = state;
    // An answered call is never cancelled any more; a cancelled one is about to be.
    if (state === 'done') this.cancellation.close();
    this.#scope.onEnd(this);
    this.#endListener?.onEnd();
    return true;
  }
}
