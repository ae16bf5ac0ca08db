import { Endpoint } from './endpoint.js';
import type { EndpointOptions } from './endpoint-options.js';
import type { GoneListener, HttpBody, HttpReply, HttpRequest } from './http-io.js';
import type { Server } from '../server/server.js';

export interface CallerInfo {
  /** Who is calling, as your own authentication has found out. A session belongs to its principal. */
  readonly principal?: string;
}

/** `(request) => response`, for Workers, Bun, Deno, Hono and tests. */
export type FetchHandler = (request: Request, caller?: CallerInfo) => Promise<Response>;

/** Serves one server over web-standard requests, on whatever path you give it. */
export function toFetchHandler(server: Server, options: EndpointOptions = {}): FetchHandler {
  const endpoint = new Endpoint(server, options);
  return (request, caller = {}) =>
    new Promise((resolve) => {
      void endpoint.handle(toHttpRequest(request, caller.principal), new FetchReply(request.signal, resolve));
    });
}

function toHttpRequest(request: Request, principal: string | undefined): HttpRequest {
  const { headers, method, url } = request;
  return {
    method,
    // Not every host passes Host on; the URL says the same.
    header: (name) => headers.get(name) ?? (name === 'host' ? new URL(url).host : undefined),
    headers: () => headers,
    readBody: (maxBytes) => readText(request, maxBytes),
    principal,
  };
}

async function readText({ body, signal }: Request, maxBytes: number): Promise<HttpBody | undefined> {
  if (!body) return { text: '' };
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const reader = body.getReader();
  // Not awaited: the source may take its time, and nobody waits for what it says.
  const leave = (): void => void reader.cancel().catch(() => {});
  // A host may tell of a client that is gone by the signal alone. A cancelled reader is done at once.
  signal.addEventListener('abort', leave);
  try {
    let text = '';
    if (signal.aborted) leave();
    for (let size = 0; ;) {
      const { done, value } = await reader.read();
      if (signal.aborted) throw new Error('The client closed the connection.');
      if (done) return { text: text + decoder.decode() };
      size += value.byteLength;
      if (size > maxBytes) {
        leave();
        return undefined;
      }
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

const encoder = new TextEncoder();

/** More than this in the queue, and the reader is slower than we are. */
const highWaterMark = 64 * 1024;

/** Turns start, write and end into one `Response` whose body is pulled. */
class FetchReply implements HttpReply {
  readonly #resolve: (response: Response) => void;
  #stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  #started: { status: number; headers: Record<string, string> } | undefined;
  #drains: (() => void)[] = [];
  #goneListener: GoneListener | undefined;
  #isOver = false;
  #isGone = false;
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal, resolve: (response: Response) => void) {
    this.#resolve = resolve;
    this.#signal = signal;
    if (signal.aborted) this.#gone();
    else signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  get isStarted(): boolean {
    return this.#started !== undefined;
  }

  get unsentBytes(): number {
    return this.#stream ? highWaterMark - (this.#stream.desiredSize ?? 0) : 0;
  }

  start(status: number, headers: Readonly<Record<string, string>>): void {
    this.#started = { status, headers: { ...headers } };
    if (headers['content-type'] !== 'text/event-stream') return;
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => void (this.#stream = controller),
        pull: () => this.#drained(),
        cancel: () => this.#gone(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark }),
    );
    this.#resolve(new Response(body, this.#started));
  }

  write(text: string): boolean {
    if (this.#isOver || !this.#stream) return true;
    this.#stream.enqueue(encoder.encode(text));
    return (this.#stream.desiredSize ?? 0) > 0;
  }

  end(text?: string): void {
    if (this.#isOver) return;
    this.#signal.removeEventListener('abort', this.#onAbort);
    if (!this.#stream) {
      this.#isOver = true;
      return this.#resolve(new Response(text ?? null, this.#started ?? { status: 500 }));
    }
    if (text !== undefined) this.write(text);
    this.#isOver = true;
    this.#stream.close();
  }

  destroy(): void {
    this.#gone(new Error('The reader was too slow.'));
  }

  whenDrained(callback: () => void): void {
    this.#drains.push(callback);
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  tellGone(listener: GoneListener): void {
    if (this.#isGone) listener.onGone();
    else this.#goneListener = listener;
  }

  readonly #onAbort = (): void => this.#gone(this.#signal.reason);

  #drained(): void {
    const drains = this.#drains;
    this.#drains = [];
    for (const drain of drains) drain();
  }

  #gone(reason?: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#isGone = true;
    this.#signal.removeEventListener('abort', this.#onAbort);
    this.#goneListener?.onGone();
    // Neither the promise nor the body may stay open, even if nobody looks at it any more.
    if (this.#stream) this.#stream.error(reason);
    else this.#resolve(new Response(null, { status: 499 }));
  }
}
