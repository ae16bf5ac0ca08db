import {
  encodeError,
  encodeResult,
  errorCodes,
  inputMethods,
  methods,
  rpcError,
  type Params,
  type RequestId,
  type RpcError,
  type RpcRequest,
  type Capabilities,
  type RpcResponse,
} from '@mcpfusion/protocol';
import type { Call } from './call.js';
import { RpcFailure } from './errors.js';
import type { Frame } from './frame.js';
import { checkAnswer, InvalidAnswer } from './input/check-answer.js';
import { checkQuestion, isInputMethod } from './input/check-question.js';

/** What a handler of the server's requests is told. */
export interface ServerRequestContext {
  readonly id: RequestId;
  /** Aborted when the server takes its request back, its call is given up, or the connection ends. */
  readonly signal: AbortSignal;
  /**
   * 2025: the calls that it may belong to. HTTP: the one on whose stream it came; a shared channel does not tell, so
   * there they are all that run. 2026: none, whoever follows the rounds of a call knows.
   */
  readonly callIds: readonly RequestId[];
}

/** Answers one kind of request from the server. Throws `RpcFailure` for a JSON-RPC error of its choice. */
export type RequestHandler = (params: Params, context: ServerRequestContext) => object | Promise<object>;

export interface ServerRequestsOptions {
  /** By method: `{ 'elicitation/create': (params) => … }`. */
  readonly handlers: Readonly<Record<string, RequestHandler>>;
  /** What was declared: what goes beyond it is refused. */
  readonly capabilities: Capabilities;
  /** The calls that a request of the server may belong to. */
  readonly callsOf: (frame: Frame) => readonly Call[];
  readonly reply: (response: RpcResponse, text: string) => Promise<void>;
}

/** The requests of a 2025 server to its client. A request without handler is answered with -32601. */
export class ServerRequests {
  readonly #options: ServerRequestsOptions;
  readonly #running = new Map<RequestId, AbortController>();

  constructor(options: ServerRequestsOptions) {
    this.#options = options;
  }

  take(request: RpcRequest, frame: Frame): void {
    void this.#answer(request, isInputMethod(request.method) ? this.#options.callsOf(frame) : []);
  }

  /** The server takes its request back: nothing is answered. */
  cancel(id: RequestId, reason: unknown): void {
    this.#running.get(id)?.abort(reason);
  }

  close(): void {
    for (const controller of this.#running.values()) controller.abort('closed');
  }

  /** A person may take as long as a person takes: the calls that wait for the answer do not time out meanwhile. */
  async #answer({ id, method, params }: RpcRequest, calls: readonly Call[]): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    const { signal } = controller;
    const callIds = calls.map((each) => each.id);
    // Roots are read whenever a server likes, and nobody is asked.
    const resume = calls.map((call) => (method === inputMethods.listRoots ? call.pause() : call.ask(callIds)));
    const [call, ...others] = calls;
    // Where it is known whose question it is, nobody waits for its answer once the call is given up.
    if (call && others.length === 0 && call.end === undefined) {
      void call.ended.then(() => {
        if (call.end === 'cancelled' || call.end === 'timed-out') controller.abort('the call was given up');
      });
    }
    // One question too many: the server has been told that the call is given up, as it is when a prompt is open.
    if (calls.length > 0 && calls.every(({ end }) => end !== undefined)) controller.abort('the call was given up');
    const response = signal.aborted ? undefined : await this.#run(method, params, { id, signal, callIds });
    for (const goOn of resume) goOn();
    if (this.#running.get(id) === controller) this.#running.delete(id);
    if (signal.aborted || !response) return;
    const text = response.error ? encodeError(id, response.error) : encodeResult(id, response.result ?? {});
    // Where the answer cannot be delivered, the server has gone and does not miss it.
    await this.#options.reply(response, text).catch(() => {});
  }

  async #run(method: string, params: Params, context: ServerRequestContext): Promise<RpcResponse> {
    const { id } = context;
    const { handlers, capabilities } = this.#options;
    const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
    if (!handler && method === methods.ping) return { kind: 'response', id, result: {} };
    if (!handler) {
      return { kind: 'response', id, error: rpcError(errorCodes.methodNotFound, `Method not found: ${method}.`) };
    }
    const problem = checkQuestion(method, params, capabilities);
    if (problem !== undefined) {
      return { kind: 'response', id, error: rpcError(errorCodes.invalidParams, `Cannot be answered: ${problem}.`) };
    }
    try {
      const answer = await handler(params, context);
      return { kind: 'response', id, result: checkAnswer(method, params, answer) as Params };
    } catch (error) {
      return { kind: 'response', id, error: toRpcError(error) };
    }
  }
}

function toRpcError(error: unknown): RpcError {
  if (error instanceof RpcFailure) return rpcError(error.code, error.message, error.data);
  const text = error instanceof InvalidAnswer ? error.message : String(error);
  return rpcError(errorCodes.internalError, text);
}
