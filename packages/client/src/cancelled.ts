import { encodeNotification, methods, type Params, type RequestId, type RpcNotification } from '@mcpfusion/protocol';

/** `{ requestId, reason? }`: the id in the type it was sent in, the reason a string or absent. */
export function cancelledParams(requestId: RequestId, reason: string | undefined): Params {
  return reason === undefined ? { requestId } : { requestId, reason };
}

export function encodeCancelled(params: Params): { readonly message: RpcNotification; readonly text: string } {
  return {
    message: { kind: 'notification', method: methods.cancelled, params },
    text: encodeNotification(methods.cancelled, params),
  };
}
