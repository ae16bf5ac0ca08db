import type {
  LogMessageParams,
  Params,
  ProgressParams,
  ProgressToken,
  RequestId,
  RpcError,
  RpcResponse,
} from '@mcpfusion/protocol';
import { errorCodes } from '@mcpfusion/protocol';
import { onAbort } from './abort-hub.js';
import type { CallOptions } from './call-options.js';
import type { SentRequest } from './carrier.js';
import { AskedRounds, defaultMaxRounds } from './input/asked-rounds.js';
import {
  CallCancelled,
  CallTimedOut,
  reasonText,
  RpcFailure,
  UnusableAnswer,
  UrlElicitationRequired,
} from './errors.js';

export interface CallSetup {
  readonly id: RequestId;
  readonly method: string;
  readonly progressToken: ProgressToken | undefined;
  readonly options: CallOptions;
  readonly defaultTimeoutMs: number;
  /** Tells the server, as its transport wants it. `reason` is what may go on the wire. */
  readonly tellServer: (call: Call, reason: string | undefined) => Promise<void>;
  /** The call is settled, however it ended. */
  readonly onSettled: (call: Call) => void;
}

export type CallEnd = 'answered' | 'cancelled' | 'timed-out' | 'failed';

const defaultMaxTimeoutMs = 60 * 60 * 1_000;

/** One request in flight: its promise, its clocks, its callbacks. It settles once. */
export class Call {
  readonly id: RequestId;
  readonly method: string;
  readonly progressToken: ProgressToken | undefined;
  readonly result: Promise<Params>;
  /** Resolves when the call is settled, however it ended. */
  readonly ended: Promise<void>;
  /** Set when it is on the wire. */
  sent: SentRequest | undefined;
  readonly #setup: CallSetup;
  readonly #timeoutMs: number;
  #timer: NodeJS.Timeout | undefined;
  /** Of the timeout, when the clock last stopped. */
  #leftMs: number;
  #startedAtMs = 0;
  /** How many wait for something on this side, a person's answer. */
  #pauses = 0;
  readonly #asked: AskedRounds;
  #maxTimer: NodeJS.Timeout | undefined;
  #unlink: (() => void) | undefined;
  #end: CallEnd | undefined;
  #resolve!: (result: Params) => void;
  #reject!: (error: Error) => void;

  constructor(setup: CallSetup) {
    const { id, method, progressToken, options } = setup;
    this.id = id;
    this.method = method;
    this.progressToken = progressToken;
    this.#setup = setup;
    this.#timeoutMs = options.timeoutMs ?? setup.defaultTimeoutMs;
    this.#leftMs = this.#timeoutMs;
    this.#asked = new AskedRounds(options.maxInputRounds);
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // The caller may look at the frames alone.
    this.ended = this.result.then(
      () => {},
      () => {},
    );
  }

  get end(): CallEnd | undefined {
    return this.#end;
  }

  /** Starts the clocks and follows the signal. Called when the request is on the wire. */
  follow(sent: SentRequest): void {
    this.sent = sent;
    if (this.#end !== undefined) return sent.release();
    const { signal, maxTimeoutMs = defaultMaxTimeoutMs, resetTimeoutOnProgress } = this.#setup.options;
    if (signal?.aborted) return void this.cancel(signal.reason);
    this.#startClock();
    if (maxTimeoutMs > 0 && resetTimeoutOnProgress) {
      this.#maxTimer = setTimeout(() => this.#expire(maxTimeoutMs, 'maximum'), maxTimeoutMs);
    }
    if (signal) this.#unlink = onAbort(signal, (reason) => void this.cancel(reason));
  }

  /** The server asks its user something, for this call or another of these. One question too many ends the call. */
  ask(callIds: readonly RequestId[]): () => void {
    const goOn = this.pause();
    if (!this.#asked.add(callIds)) this.#refuse();
    return () => {
      this.#asked.answered();
      goOn();
    };
  }

  /** No time passes until the function that this gives is called; what the server took before, and takes after, adds up. */
  pause(): () => void {
    this.#pauses++;
    this.#stopClock();
    return () => {
      this.#pauses--;
      if (this.#end === undefined) this.#goOn();
    };
  }

  answer(response: RpcResponse): void {
    if (!this.#settle('answered')) return;
    if (response.error) this.#reject(toFailure(response.error));
    else this.#resolve(response.result ?? {});
  }

  progress(params: ProgressParams): void {
    if (this.#setup.options.resetTimeoutOnProgress) this.#startClock();
    this.#tell(() => this.#setup.options.onProgress?.(params));
  }

  log(params: LogMessageParams): void {
    this.#tell(() => this.#setup.options.onLog?.(params));
  }

  /** Gives the call up and tells the server. Resolves when that is on the wire; never rejects. */
  async cancel(reason?: unknown): Promise<void> {
    if (!this.#settle('cancelled')) return;
    this.#reject(new CallCancelled(reason));
    await this.#tellServer(reasonText(reason));
  }

  /** No answer can come. */
  fail(error: Error): void {
    if (this.#settle('failed')) this.#reject(error);
  }

  // A callback that throws ends the call: its error is the caller's to see.
  #tell(callback: () => void): void {
    try {
      callback();
    } catch (error) {
      if (!this.#settle('cancelled')) return;
      this.#reject(error instanceof Error ? error : new Error('A callback threw.', { cause: error }));
      void this.#tellServer(undefined);
    }
  }

  #startClock(): void {
    this.#leftMs = this.#timeoutMs;
    this.#goOn();
  }

  #goOn(): void {
    clearTimeout(this.#timer);
    if (this.#pauses > 0 || this.#timeoutMs <= 0) return;
    this.#startedAtMs = performance.now();
    this.#timer = setTimeout(() => this.#expire(this.#timeoutMs, 'timeout'), this.#leftMs);
  }

  #stopClock(): void {
    clearTimeout(this.#timer);
    if (this.#timer !== undefined) this.#leftMs = Math.max(1, this.#leftMs - (performance.now() - this.#startedAtMs));
    this.#timer = undefined;
  }

  #refuse(): void {
    if (!this.#settle('cancelled')) return;
    const { maxInputRounds = defaultMaxRounds } = this.#setup.options;
    this.#reject(new UnusableAnswer(`Expected a result after ${maxInputRounds} rounds, got another question.`));
    void this.#tellServer('it asks too often');
  }

  #expire(timeoutMs: number, limit: 'timeout' | 'maximum'): void {
    if (!this.#settle('timed-out')) return;
    this.#reject(new CallTimedOut(this.method, timeoutMs, limit));
    void this.#tellServer(`no answer within ${timeoutMs} ms`);
  }

  async #tellServer(reason: string | undefined): Promise<void> {
    if (this.#setup.options.isSilent) return;
    try {
      await this.#setup.tellServer(this, reason);
    } catch {
      // Fire and forget: a server that is gone needs no cancel.
    }
  }

  #settle(end: CallEnd): boolean {
    if (this.#end !== undefined) return false;
    this.#end = end;
    clearTimeout(this.#timer);
    clearTimeout(this.#maxTimer);
    this.#unlink?.();
    this.sent?.release();
    this.#setup.onSettled(this);
    return true;
  }
}

function toFailure(error: RpcError): RpcFailure {
  return error.code === errorCodes.urlElicitationRequired ? new UrlElicitationRequired(error) : new RpcFailure(error);
}
