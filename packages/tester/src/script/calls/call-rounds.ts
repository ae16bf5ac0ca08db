import { inputRounds, type CallOptions, type InputParams, type RunningCall } from '@mcpfusion/client';
import { methods, type Params } from '@mcpfusion/protocol';
import type { CommandScope } from '../command.js';
import { CallFrames } from './call-frames.js';
import type { CallInput } from './call-input.js';
import type { CallProgress } from './call-progress.js';
import type { CallRequest } from './start-call.js';

interface Follower extends Required<Pick<CallOptions, 'onLog' | 'onProgress'>> {
  readonly input: CallInput;
  readonly progress: CallProgress;
}

/**
 * The requests that one call is made of. In 2025 that is one, whose questions come as requests of the server; in 2026 a
 * tool call is sent again with the answers to each result that asks.
 */
export class CallRounds {
  readonly frames: CallFrames;
  readonly #scope: CommandScope;
  readonly #request: CallRequest;
  readonly #follower: Follower;
  readonly #controller = new AbortController();
  /** The one that runs; undefined between two of them. */
  #running: RunningCall | undefined;
  #last: RunningCall | undefined;

  constructor(scope: CommandScope, request: CallRequest, follower: Follower) {
    this.#scope = scope;
    this.#request = request;
    this.#follower = follower;
    this.frames = new CallFrames(scope.session.connection.client);
  }

  /** HTTP: the response stream of the last request is over. */
  get streamEnded(): Promise<void> | undefined {
    return this.#last?.streamEnded;
  }

  async run(): Promise<Params> {
    const { session } = this.#scope;
    const { input } = this.#follower;
    const isModern = session.connection.client.era === '2026-07-28';
    if (!isModern || this.#request.method !== methods.toolsCall) return this.#send({});
    return inputRounds((more) => this.#send(more), {
      handlers: session.answers.handlersFor(input),
      capabilities: session.answers.queue.capabilities,
      signal: this.#controller.signal,
      onRound: () => void input.rounds++,
    });
  }

  /** Gives the call up. Between two requests there is nothing to cancel: no other is sent. */
  async cancel(reason: unknown): Promise<void> {
    const { input } = this.#follower;
    input.isGivenUp = true;
    input.wasBetweenRounds = this.#running === undefined;
    this.#controller.abort(reason);
    await this.#running?.cancel(reason);
  }

  /** 2025: the server asks on, though a question could not be answered and it was told. */
  refuse(failure: unknown): void {
    void this.#running?.cancel(failure);
  }

  async #send(more: InputParams): Promise<Params> {
    const { method, params, headers, isPreparation = false } = this.#request;
    const { session, hasDeadline } = this.#scope;
    const { input, progress, onLog, onProgress } = this.#follower;
    progress.restart();
    this.frames.expect();
    const call = session.connection.client.start(
      method,
      { ...params, ...more },
      {
        headers,
        onLog,
        ...(hasDeadline && !isPreparation ? { timeoutMs: 0 } : {}),
        ...(method === methods.toolsCall ? { onProgress } : {}),
      },
    );
    const unfollow = session.answers.follow(call.id, input);
    this.#running = call;
    this.#last = call;
    this.frames.follow(call);
    try {
      return await call.result;
    } finally {
      this.#running = undefined;
      unfollow();
    }
  }
}
