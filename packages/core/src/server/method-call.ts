import { errorCodes, httpStatusOf, methods, rpcError, type Params, type RpcRequest } from '@mcpfusion/protocol';
import { FusionError } from '../errors.js';
import type { Arrival } from './dispatch.js';
import type { Exchange } from './exchange.js';
import type { Method } from './methods/index.js';
import { RpcFailure } from './rpc-failure.js';
import type { ServerCore } from './server.js';
import { toToolError } from './tool-error.js';

export const internalError = rpcError(errorCodes.internalError, 'Internal error.');

/** A method at work on one request. Answers once; nothing in it throws. */
export class MethodCall {
  readonly server: ServerCore;
  readonly exchange: Exchange;
  readonly arrival: Arrival;
  readonly #request: RpcRequest;

  constructor(server: ServerCore, exchange: Exchange, arrival: Arrival, request: RpcRequest) {
    this.server = server;
    this.exchange = exchange;
    this.arrival = arrival;
    this.#request = request;
  }

  get params(): Params {
    return this.#request.params;
  }

  run(method: Method): void {
    try {
      const result = method(this);
      if (result) this.succeed(result);
    } catch (thrown) {
      this.fail(thrown);
    }
  }

  succeed(result: Params): void {
    this.#finish(result, (given) => this.#encode(given));
  }

  /** The answer of a tool that gave one text. */
  succeedWithText(text: string): void {
    const { exchange, server } = this;
    this.#finish(text, (given) => server.writers[exchange.era].writeText(exchange.id, given));
  }

  fail(thrown: unknown): void {
    const { server, exchange } = this;
    guard(server, () => {
      if (thrown instanceof RpcFailure) return exchange.fail(thrown.error, httpStatusOf(thrown.error));
      server.log.error('method failed', { method: this.#request.method, cause: thrown });
      exchange.fail(internalError, 200);
    });
  }

  #finish<T>(given: T, encode: (given: T) => string): void {
    // A cancelled call has no answer to encode.
    if (this.exchange.state !== 'running') return;
    try {
      this.exchange.finish(encode(given));
    } catch (cause) {
      this.fail(cause);
    }
  }

  /** A tool may give what JSON cannot carry: then the call has failed. Throws for other methods. */
  #encode(result: Params): string {
    const { exchange, server } = this;
    const writer = server.writers[exchange.era];
    try {
      return writer.write(exchange.id, result);
    } catch (cause) {
      if (this.#request.method !== methods.toolsCall) throw cause;
      server.log.error('the answer of a tool cannot be written as JSON', { tool: this.params['name'], cause });
      return writer.write(exchange.id, toToolError(new FusionError('INTERNAL_ERROR', unwritable)));
    }
  }
}

const unwritable = 'The answer of the tool cannot be written as JSON. The error is in the log of the server.';

/** The last net: what falls in here is logged, and nobody else can be told. */
export function guard(server: ServerCore, work: () => void): void {
  try {
    work();
  } catch (cause) {
    server.log.error('an answer could not be written', { cause });
  }
}
