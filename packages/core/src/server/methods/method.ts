import type { Params } from '@mcpfusion/protocol';
import type { MethodCall } from '../method-call.js';

/** Answers one request: gives its result, or throws an `RpcFailure`; or gives nothing and answers later by itself. */
export type Method = (call: MethodCall) => Params | undefined;
