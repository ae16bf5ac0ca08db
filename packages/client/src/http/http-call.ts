import { errorCodes, type RequestId, type SseEvent } from '@mcpfusion/protocol';
import type { CarrierHost, OutgoingRequest, SentRequest } from '../carrier.js';
import { ConnectionLost, HttpFailure } from '../errors.js';
import type { Frame } from '../frame.js';
import type { HttpExchange, HttpHead, HttpRequest, StreamEnd } from './exchange.js';
import { mergeHeaders, postHeaders, sessionHeaders, type Headers } from './headers.js';
import { shorten } from '../shorten.js';

/** A longer wait is one that nobody waits for; a timer could not be set to all of them either. */
const maxRetryMs = 60 * 60 * 1_000;

export interface CallEvents {
  readonly onHead: (head: HttpHead) => void;
  readonly onFrame: (frame: Frame, event?: SseEvent) => void;
  readonly onEnd: (end: StreamEnd) => void;
}

export interface HttpCallOptions {
  readonly host: CarrierHost;
  /** Headers of every request of the connection. */
  readonly baseHeaders: Headers;
  readonly request: OutgoingRequest;
  readonly open: (request: HttpRequest, events: CallEvents) => HttpExchange;
}

/** Milliseconds before reconnecting when the server named none. */
const defaultRetryMs = 1_000;

/** Reconnects in a row that brought nothing new before the client gives up. */
const maxIdleReconnects = 5;

/**
 * One request over HTTP: a POST, and in 2025 what keeps it alive: the POST again
 * in a new session when the server has forgotten the old one (once), and a GET
 * with `Last-Event-ID` when the stream closes before the response.
 *
 * Source: 2025-11-25, Transports, Resumability and Redelivery; Session Management.
 */
export class HttpCall implements SentRequest {
  readonly streamIds: number[] = [];
  readonly streamEnded: Promise<void>;
  readonly #options: HttpCallOptions;
  #exchange: HttpExchange | undefined;
  #head: HttpHead | undefined;
  #lastFrame: Frame | undefined;
  #lastEventId: string | undefined;
  #sentSessionId: string | undefined;
  #retryMs = defaultRetryMs;
  #idleReconnects = 0;
  #timer: NodeJS.Timeout | undefined;
  #isAnswered = false;
  #isReleased = false;
  #isDisconnected = false;
  #hasRenewed = false;
  #hasEnded!: () => void;

  constructor(options: HttpCallOptions) {
    this.#options = options;
    this.streamEnded = new Promise((resolve) => (this.#hasEnded = resolve));
    this.#post();
  }

  get flushed(): Promise<void> {
    return this.#exchange?.flushed ?? Promise.resolve();
  }

  disconnect(): void {
    this.#isDisconnected = true;
    clearTimeout(this.#timer);
    this.#exchange?.destroy();
    this.#hasEnded();
  }

  release(): void {
    this.#isReleased = true;
    clearTimeout(this.#timer);
    if (!this.#exchange) this.#hasEnded();
  }

  get #id(): RequestId {
    return this.#options.request.message.id;
  }

  #post(): void {
    const { host, baseHeaders, request } = this.#options;
    const { session } = host;
    this.#sentSessionId = session.sessionId;
    const headers = mergeHeaders(baseHeaders, postHeaders(session, request.message), request.headers);
    this.#open({ headers, body: request.text }, (end) => {
      const lostSessionId = this.#lostSessionId();
      if (lostSessionId === undefined) this.#ended(end);
      else void this.#renew(lostSessionId);
    });
  }

  #resume(): void {
    const { host, baseHeaders, request } = this.#options;
    const headers = mergeHeaders(baseHeaders, sessionHeaders(host.session), request.headers, {
      Accept: 'text/event-stream',
      'Last-Event-ID': this.#lastEventId,
    });
    this.#idleReconnects++;
    this.#open({ method: 'GET', headers }, (end) => this.#ended(end));
  }

  #open(request: HttpRequest, onEnd: (end: StreamEnd) => void): void {
    this.#head = undefined;
    this.#lastFrame = undefined;
    this.#exchange = this.#options.open(request, {
      onHead: (head) => this.#gotHead(head),
      onFrame: (frame, event) => this.#gotFrame(frame, event),
      onEnd: (end) => {
        this.#exchange = undefined;
        onEnd(end);
      },
    });
    this.streamIds.push(this.#exchange.streamId);
  }

  #gotHead(head: HttpHead): void {
    this.#head = head;
    const { host, request } = this.#options;
    if (request.message.method !== 'initialize' || head.status !== 200) return;
    host.session.sessionId = head.headers['mcp-session-id'];
  }

  #gotFrame(frame: Frame, event: SseEvent | undefined): void {
    const { host } = this.#options;
    host.record(frame);
    if (frame.direction === 'out' || frame.http?.end !== undefined) return;
    this.#lastFrame = frame;
    if (event?.retryMs !== undefined) this.#retryMs = Math.min(event.retryMs, maxRetryMs);
    if (event?.id !== undefined) this.#lastEventId = event.id;
    if (!frame.message || this.#lostSessionId() !== undefined) return;
    this.#idleReconnects = 0;
    if (frame.message.kind === 'response' && frame.message.id === this.#id) this.#isAnswered = true;
    host.dispatch(frame);
  }

  // A 404 that answers this very request with "method not found" is an answer, not a lost session.
  #lostSessionId(): string | undefined {
    const { host, request } = this.#options;
    if (this.#head?.status !== 404 || host.session.era !== '2025-11-25') return undefined;
    if (this.#hasRenewed || request.message.method === 'initialize') return undefined;
    const message = this.#lastFrame?.message;
    const isAnswer =
      message?.kind === 'response' && message.id === this.#id && message.error?.code === errorCodes.methodNotFound;
    return isAnswer ? undefined : this.#sentSessionId;
  }

  async #renew(lostSessionId: string): Promise<void> {
    this.#hasRenewed = true;
    try {
      await this.#options.host.renewSession(lostSessionId);
      if (this.#isReleased || this.#isDisconnected) this.#hasEnded();
      else this.#post();
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error('The session could not be renewed.', { cause: error }));
    }
  }

  #ended(end: StreamEnd): void {
    if (this.#isAnswered || this.#isReleased || this.#isDisconnected) {
      this.#hasEnded();
      return;
    }
    if (this.#canResume(end)) this.#timer = setTimeout(() => this.#resume(), this.#retryMs);
    else this.#fail(this.#whyNoResponse(end));
  }

  #canResume(end: StreamEnd): boolean {
    if (this.#options.host.session.era !== '2025-11-25' || end === 'destroyed') return false;
    if (this.#head?.status !== 200 || !this.#head.isStream) return false;
    return this.#lastEventId !== undefined && this.#idleReconnects < maxIdleReconnects;
  }

  #whyNoResponse(end: StreamEnd): ConnectionLost {
    const head = this.#head;
    const { method } = this.#options.request.message;
    if (!head)
      return end instanceof ConnectionLost ? end : new ConnectionLost(`The request ${method} was closed by this side.`);
    if (head.status === 200 && head.isStream) {
      const how = end instanceof ConnectionLost ? `: ${end.message}` : '.';
      return new ConnectionLost(`The stream ended before response to ${method}${how}`, { cause: end });
    }
    // In the middle of the answer: what has come of it is none.
    if (end instanceof ConnectionLost) return end;
    const message = this.#lastFrame?.message;
    const error = message?.kind === 'response' ? message.error : undefined;
    const body = this.#lastFrame?.raw ?? '';
    const said = error?.message ?? shorten(body);
    const type = head.headers['content-type'] ?? 'no content type';
    const { location } = head.headers;
    // Where a redirect leads, credentials may not go.
    const redirect = location === undefined ? '' : ` It leads to ${location}; redirects are not followed.`;
    const what = `HTTP ${head.status} (${type}) holds no response to ${method}${said === '' ? '.' : `: ${said}`}${redirect}`;
    return new HttpFailure(what, { ...head, body }, error);
  }

  #fail(error: Error): void {
    this.#hasEnded();
    if (!this.#isReleased && !this.#isDisconnected) this.#options.request.onEnded(error);
  }
}
