import {
  encodeError,
  encodeResult,
  errorCodes,
  methods,
  rpcError,
  type Params,
  type RequestId,
  type RpcRequest,
  type RpcResponse,
} from '@mcpfusion/protocol';
import { RpcFailure } from './errors.js';

/** What a handler of the server's requests is told. */
export interface ServerRequestContext {
  readonly id: RequestId;
  /** Aborted when the server takes its request back, or the connection ends. */
  readonly signal: AbortSignal;
}

/** Answers one kind of request from the server. Throws `RpcFailure` for a JSON-RPC error of its choice. */
export type RequestHandler = (params: Params, context: ServerRequestContext) => object | Promise<object>;

export interface ServerRequestsOptions {
  /** By method: `{ 'elicitation/create': (params) => … }`. */
  readonly handlers: Readonly<Record<string, RequestHandler>>;
  readonly reply: (response: RpcResponse, text: string) => Promise<void>;
}

/** The requests of a 2025 server to its client. A request without handler is answered with -32601. */
export class ServerRequests {
  readonly #options: ServerRequestsOptions;
  readonly #running = new Map<RequestId, AbortController>();

  constructor(options: ServerRequestsOptions) {
    this.#options = options;
  }

  take(request: RpcRequest): void {
    void this.#answer(request);
  }

  /** The server takes its request back: nothing is answered. */
  cancel(id: RequestId, reason: unknown): void {
    this.#running.get(id)?.abort(reason);
  }

  close(): void {
    for (const controller of this.#running.values()) controller.abort('closed');
  }

  async #answer({ id, method, params }: RpcRequest): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    const { signal } = controller;
    const response = await this.#run(method, params, { id, signal });
    if (this.#running.get(id) === controller) this.#running.delete(id);
    if (signal.aborted) return;
    const text = response.error ? encodeError(id, response.error) : encodeResult(id, response.result ?? {});
    // Where the answer cannot be delivered, the server has gone and does not miss it.
    await this.#options.reply(response, text).catch(() => {});
  }

  async #run(method: string, params: Params, context: ServerRequestContext): Promise<RpcResponse> {
    const { id } = context;
    const handler = Object.hasOwn(this.#options.handlers, method) ? this.#options.handlers[method] : undefined;
    if (!handler && method === methods.ping) return { kind: 'response', id, result: {} };
    if (!handler) {
      return { kind: 'response', id, error: rpcError(errorCodes.methodNotFound, `Method not found: ${method}.`) };
    }
    try {
      return { kind: 'response', id, result: (await handler(params, context)) as Params };
    } catch (error) {
      const { code, message, data } =
        error instanceof RpcFailure
          ? error
          : { code: errorCodes.internalError, message: String(error), data: undefined };
      return { kind: 'response', id, error: rpcError(code, message, data) };
    }
  }
}
