import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import type { Params, RpcMessage } from '@mcpfusion/protocol';
import { encodeCancelled } from '../cancelled.js';
import type { Carrier, CarrierHost, HeaderChanges, OutgoingRequest, SentRequest, Transport } from '../carrier.js';
import { CallTimedOut, HttpFailure } from '../errors.js';
import { HttpExchange, type ExchangeOptions, type HttpRequest } from './exchange.js';
import { mergeHeaders, postHeaders, sessionHeaders, type Headers } from './headers.js';
import { HttpCall } from './http-call.js';
import { shorten } from '../shorten.js';

export interface HttpOptions {
  readonly url: string | URL;
  /** Sent with every request. */
  readonly headers?: Headers;
  /** A longer message, or body, breaks its answer off. 256 Mi characters by default. */
  readonly maxMessageChars?: number;
}

/** Streamable HTTP, over plain sockets: each request can be destroyed exactly and every header is under control. */
export function http(options: HttpOptions): Transport {
  return { kind: 'http', open: (host) => Promise.resolve(new HttpCarrier(options, host)) };
}

/** A socket idle for longer may be closing at the server's end: a POST must not meet that. */
const maxIdleSocketMs = 1_000;

/** How long the farewell may take. */
const deleteTimeoutMs = 2_000;

type ExchangeEvents = Pick<ExchangeOptions, 'onHead' | 'onFrame' | 'onEnd' | 'keepsText'>;

class HttpCarrier implements Carrier {
  readonly kind = 'http';
  readonly #url: URL;
  readonly #headers: Headers;
  readonly #maxMessageChars: number | undefined;
  readonly #host: CarrierHost;
  readonly #agent: Agent;
  readonly #running = new Set<HttpExchange>();
  #lastStreamId = 0;

  constructor(options: HttpOptions, host: CarrierHost) {
    this.#url = new URL(options.url);
    this.#headers = options.headers ?? {};
    this.#maxMessageChars = options.maxMessageChars;
    this.#host = host;
    const agentOptions = { keepAlive: true, timeout: maxIdleSocketMs };
    this.#agent = this.#url.protocol === 'https:' ? new TlsAgent(agentOptions) : new Agent(agentOptions);
  }

  sendRequest(request: OutgoingRequest): SentRequest {
    return new HttpCall({
      host: this.#host,
      baseHeaders: this.#headers,
      request,
      open: (httpRequest, events) => this.#open(httpRequest, events),
    });
  }

  async send(message: RpcMessage, text: string, headers: HeaderChanges): Promise<void> {
    const { session } = this.#host;
    const exchange = this.#open(
      { headers: mergeHeaders(this.#headers, postHeaders(session, message), headers), body: text },
      { onFrame: (frame) => this.#host.record(frame) },
    );
    const { sendTimeoutMs } = this.#host;
    let isLate = false;
    const giveUp = (): void => {
      isLate = true;
      exchange.destroy();
    };
    const timer = sendTimeoutMs > 0 ? setTimeout(giveUp, sendTimeoutMs) : undefined;
    const what = message.kind === 'response' ? 'a response' : message.method;
    try {
      const head = await exchange.head;
      if (head.status >= 200 && head.status < 300) return;
      const body = await exchange.text();
      if (!isLate) throw new HttpFailure(`HTTP ${head.status} to ${what}: ${shorten(body)}`, { ...head, body });
    } catch (error) {
      if (!isLate) throw error;
    } finally {
      clearTimeout(timer);
    }
    throw new CallTimedOut(what, sendTimeoutMs, 'timeout');
  }

  async cancel(sent: SentRequest, params: Params): Promise<void> {
    if (this.#host.session.era === '2026-07-28') return sent.disconnect();
    // On another socket, so it must not overtake the request.
    await sent.flushed;
    const { message, text } = encodeCancelled(params);
    await this.send(message, text, {});
  }

  openHttp(request: HttpRequest): HttpExchange {
    return this.#open(request, { onFrame: (frame) => this.#host.record(frame), keepsText: true });
  }

  openServerStream(): HttpExchange {
    const headers = mergeHeaders(this.#headers, sessionHeaders(this.#host.session), { Accept: 'text/event-stream' });
    return this.#open(
      { method: 'GET', headers },
      {
        onFrame: (frame) => {
          this.#host.record(frame);
          if (frame.direction === 'in' && frame.message) this.#host.dispatch(frame);
        },
      },
    );
  }

  async close(): Promise<void> {
    await this.#endSession();
    for (const exchange of this.#running) exchange.destroy();
    this.#agent.destroy();
  }

  // A server that does not let clients end sessions answers 405, and that is fine.
  async #endSession(): Promise<void> {
    const { session } = this.#host;
    if (session.sessionId === undefined || session.era !== '2025-11-25') return;
    const exchange = this.#open(
      { method: 'DELETE', headers: mergeHeaders(this.#headers, sessionHeaders(session)) },
      { onFrame: (frame) => this.#host.record(frame) },
    );
    session.sessionId = undefined;
    const timer = setTimeout(() => exchange.destroy(), deleteTimeoutMs);
    await exchange.ended;
    clearTimeout(timer);
  }

  #open(request: HttpRequest, events: ExchangeEvents): HttpExchange {
    const exchange: HttpExchange = new HttpExchange({
      ...events,
      url: this.#url,
      agent: this.#agent,
      streamId: ++this.#lastStreamId,
      request,
      maxMessageChars: this.#maxMessageChars,
      onEnd: (end) => {
        this.#running.delete(exchange);
        events.onEnd?.(end);
      },
    });
    this.#running.add(exchange);
    return exchange;
  }
}
