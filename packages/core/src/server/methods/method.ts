import type { Params } from '@mcpfusion/protocol';
import type { Arrival } from '../dispatch.js';
import type { Exchange } from '../exchange.js';
import type { ServerCore } from '../server.js';

export interface MethodContext {
  readonly server: ServerCore;
  readonly exchange: Exchange;
  readonly params: Params;
  readonly arrival: Arrival;
}

/** Answers one request: gives its result, or throws an `RpcFailure`. */
export type Method = (context: MethodContext) => Params | Promise<Params>;
