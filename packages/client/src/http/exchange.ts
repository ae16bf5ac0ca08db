import { request as requestPlain, type Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestTls } from 'node:https';
import { parseMessage, SseParser, type SseEvent } from '@mcpfusion/protocol';
import { ConnectionLost } from '../errors.js';
import type { Frame, HttpPart } from '../frame.js';
import type { Headers } from './headers.js';

export interface HttpRequest {
  /** `POST` by default. */
  readonly method?: string;
  readonly headers?: Headers;
  readonly body?: string | Uint8Array;
}

export interface HttpHead {
  readonly status: number;
  /** Names in lower case; values of a repeated header joined with a comma. */
  readonly headers: Headers;
  /** The body is `text/event-stream`. */
  readonly isStream: boolean;
}

/** How the answer ended: whole, destroyed by this side, or broken off. */
export type StreamEnd = 'complete' | 'destroyed' | ConnectionLost;

export interface ExchangeOptions {
  readonly url: URL;
  readonly agent: Agent;
  readonly streamId: number;
  readonly request: HttpRequest;
  readonly keepsText?: boolean;
  /** See `HttpOptions`. */
  readonly maxMessageChars?: number | undefined;
  readonly onHead?: (head: HttpHead) => void;
  /** Out and in, as they pass. `event` is there for each event of a stream. */
  readonly onFrame: (frame: Frame, event?: SseEvent) => void;
  readonly onEnd?: (end: StreamEnd) => void;
}

/** Text kept of a stream, so that an endless one costs no endless memory. */
const maxStreamChars = 4 * 1024 * 1024;

const defaultMaxMessageChars = 256 * 1024 * 1024;

/** One HTTP request and its answer, told frame by frame. */
export class HttpExchange {
  readonly streamId: number;
  /** Rejects with `ConnectionLost` when no answer came. */
  readonly head: Promise<HttpHead>;
  /** Never rejects. */
  readonly ended: Promise<StreamEnd>;
  /** The request is written to the socket, or will never be. */
  readonly flushed: Promise<void>;
  readonly #options: ExchangeOptions;
  readonly #request: ClientRequest;
  readonly #decoder = new TextDecoder();
  #text = '';
  #isDestroyed = false;
  #isEnded = false;
  #answer: HttpHead | undefined;
  #headCame!: (head: HttpHead) => void;
  #noHead!: (error: ConnectionLost) => void;
  #hasEnded!: (end: StreamEnd) => void;

  constructor(options: ExchangeOptions) {
    const { url, agent, request, streamId } = options;
    this.#options = options;
    this.streamId = streamId;
    this.head = new Promise((resolve, reject) => {
      this.#headCame = resolve;
      this.#noHead = reject;
    });
    // Most callers wait for `ended` instead.
    this.head.catch(() => {});
    this.ended = new Promise((resolve) => (this.#hasEnded = resolve));
    const send = url.protocol === 'https:' ? requestTls : requestPlain;
    const { method = 'POST', headers = {}, body } = request;
    this.#request = send(url, { method, headers, agent });
    this.flushed = new Promise((resolve) => {
      this.#request.once('finish', resolve);
      this.#request.once('close', resolve);
    });
    this.#request.on('response', (response) => this.#read(response));
    this.#request.on('error', (error) => this.#end(brokenOff(url, error)));
    this.#request.on('close', () =>
      this.#end(
        this.#answer ? brokenOff(url) : new ConnectionLost(`${url.href} closed the connection without an answer.`),
      ),
    );
    this.#tell('out', typeof body === 'string' ? body : new TextDecoder().decode(body), { status: undefined, headers });
    this.#request.end(body);
  }

  /** The body as text, once it has ended. Of a stream the first 4 Mi characters, and only with `keepsText`. */
  async text(): Promise<string> {
    await this.ended;
    return this.#text;
  }

  /** Closes the socket now. */
  destroy(): void {
    if (!this.#isDestroyed && !this.#isEnded) {
      this.#isDestroyed = true;
      this.#tellEnd('destroyed');
    }
    this.#request.destroy();
  }

  #read(response: IncomingMessage): void {
    const headers = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(', ') : (value ?? ''),
      ]),
    );
    const type = headers['content-type']?.toLowerCase() ?? '';
    const head = { status: response.statusCode ?? 0, headers, isStream: type.startsWith('text/event-stream') };
    this.#answer = head;
    this.#options.onHead?.(head);
    this.#headCame(head);
    const parser = head.isStream ? new SseParser() : undefined;
    const { maxMessageChars = defaultMaxMessageChars } = this.#options;
    let unfinishedChars = 0;
    response.on('data', (chunk: Buffer) => {
      const text = this.#decoder.decode(chunk, { stream: true });
      unfinishedChars += text.length;
      if (!parser || (this.#options.keepsText && this.#text.length < maxStreamChars)) this.#text += text;
      for (const event of parser?.push(text) ?? []) {
        unfinishedChars = 0;
        this.#tellEvent(event, head);
      }
      if (unfinishedChars <= maxMessageChars) return;
      this.#request.destroy(new Error(`one message has more than ${maxMessageChars} characters`));
    });
    response.on('end', () => {
      // A character that was cut off shows as what it is.
      const rest = this.#decoder.decode();
      if (!parser) this.#text += rest;
      if (!parser) this.#tell('in', this.#text, head, type.includes('json') && this.#text.trim() !== '');
      this.#end('complete');
    });
    response.on('error', (error) => this.#end(brokenOff(this.#options.url, error)));
    response.on('close', () => this.#end(brokenOff(this.#options.url)));
  }

  #tellEvent(event: SseEvent, head: HttpHead): void {
    // Without data: it only primes the client to reconnect. Another type is none of the protocol's.
    const isMessage = event.event === 'message' && event.data !== '';
    this.#tell('in', event.data, head, isMessage, event);
  }

  #tell(
    direction: Frame['direction'],
    raw: string,
    head: { readonly status: number | undefined; readonly headers: Headers },
    isMessage = raw !== '',
    event?: SseEvent,
  ): void {
    const { streamId, request, onFrame } = this.#options;
    const http: HttpPart = {
      streamId,
      method: request.method ?? 'POST',
      status: head.status,
      headers: head.headers,
      ...(event?.id === undefined ? {} : { eventId: event.id }),
    };
    const frame: Frame = {
      direction,
      atMs: performance.now(),
      raw,
      message: isMessage ? parseMessage(raw) : undefined,
      http,
    };
    onFrame(frame, event);
  }

  /** A whole answer that is no stream has said so already. */
  #tellEnd(how: StreamEnd): void {
    if (how === 'complete' && !this.#answer?.isStream) return;
    const { streamId, request, onFrame } = this.#options;
    onFrame({
      direction: how === 'destroyed' ? 'out' : 'in',
      atMs: performance.now(),
      raw: '',
      message: undefined,
      http: {
        streamId,
        method: request.method ?? 'POST',
        status: this.#answer?.status,
        headers: how === 'destroyed' ? {} : (this.#answer?.headers ?? {}),
        end: how === 'destroyed' ? 'closed' : how === 'complete' ? 'complete' : 'broken',
      },
    });
  }

  #end(end: StreamEnd): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const how = this.#isDestroyed && end !== 'complete' ? 'destroyed' : end;
    if (!this.#isDestroyed) this.#tellEnd(how);
    this.#noHead(how instanceof ConnectionLost ? how : new ConnectionLost('The request was closed by this side.'));
    this.#hasEnded(how);
    this.#options.onEnd?.(how);
  }
}

function brokenOff(url: URL, error?: Error & { code?: string }): ConnectionLost {
  const why = error === undefined ? '' : ` (${error.code ?? error.message})`;
  return new ConnectionLost(`The connection to ${url.href} broke off${why}.`, { cause: error });
}
