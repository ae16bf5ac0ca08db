import type { Era, Meta, RequestId } from '@mcpfusion/protocol';
import type { ClientInfo, RequestExtra } from '../handler/context.js';
import type { MethodCall } from './method-call.js';

/** The raw request of a call. Signal, headers and client are made when somebody looks. */
export class CallRequest implements RequestExtra {
  readonly requestId: RequestId;
  readonly meta: Meta;
  readonly principal: string | undefined;
  readonly sessionId: string | undefined;
  readonly era: Era;
  readonly protocolVersion: string;
  readonly toolName: string;
  readonly #of: MethodCall;

  constructor(of: MethodCall, toolName: string) {
    const { exchange, arrival } = of;
    this.requestId = exchange.id;
    this.meta = exchange.envelope.meta;
    this.principal = arrival.principal;
    this.sessionId = arrival.peer.sessionId;
    this.era = exchange.era;
    this.protocolVersion = exchange.envelope.protocolVersion;
    this.toolName = toolName;
    this.#of = of;
  }

  get signal(): AbortSignal {
    return this.#of.exchange.cancellation.signal;
  }

  get headers(): Headers {
    return this.#of.arrival.request.headers();
  }

  get client(): ClientInfo {
    const { clientInfo, clientCapabilities } = this.#of.exchange.envelope;
    return { info: clientInfo, capabilities: clientCapabilities };
  }
}
