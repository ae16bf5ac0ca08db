import { errorCodes, rpcError, type RpcError } from '@mcpfusion/protocol';

/** Thrown by a method to be answered with a JSON-RPC error. */
export class RpcFailure extends Error {
  readonly error: RpcError;

  constructor(error: RpcError) {
    super(error.message);
    this.error = error;
  }
}

export function invalidParams(what: string, data?: unknown): RpcFailure {
  return new RpcFailure(rpcError(errorCodes.invalidParams, `Invalid params: ${what}.`, data));
}
