import type { RequestExtra } from '../handler/context.js';
import type { MethodContext } from './methods/method.js';

/** The raw request as `contextFactory` sees it. Signal and headers are made when somebody looks. */
export function createExtra({ exchange, arrival }: MethodContext, toolName: string): RequestExtra {
  const { envelope, cancellation } = exchange;
  return {
    get signal() {
      return cancellation.signal;
    },
    get headers() {
      return arrival.headers();
    },
    requestId: exchange.id,
    meta: envelope.meta,
    principal: arrival.principal,
    sessionId: arrival.peer.sessionId,
    client: { info: envelope.clientInfo, capabilities: envelope.clientCapabilities },
    era: exchange.era,
    protocolVersion: envelope.protocolVersion,
    toolName,
  };
}
