import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from '../server/server.js';
import { Endpoint } from './endpoint.js';
import type { EndpointOptions } from './endpoint-options.js';
import type { CallerInfo } from './fetch-handler.js';
import type { GoneListener, HttpBody, HttpReply, HttpRequest } from './http-io.js';
import { inTurn } from './in-turn.js';
import { readNodeBody } from './node-body.js';
import { isGone, whenOver, type OverListener } from './node-socket.js';

/** `(request, response) => void`, for `node:http` and the frameworks on it. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse, caller?: CallerInfo) => void;

/** Serves one server over Node's own requests, on whatever path you give it. A parsed `request.body` is taken as it is. */
export function toNodeHandler(server: Server, options: EndpointOptions = {}): NodeHandler {
  return handlerOf(new Endpoint(server, options));
}

/** `live`: where the host wants to see the responses that are not over. */
export function handlerOf(endpoint: Endpoint, live?: Set<ServerResponse>): NodeHandler {
  return (request, response, caller) => {
    // A framework may have answered already, with a timeout of its own for one.
    if (response.headersSent) return;
    const reply = new NodeReply(response, live);
    const handle = (given: NodeRequest): void => void endpoint.handle(given, reply);
    const taken = new NodeRequest(request, caller?.principal);
    // A POST waits its turn when its body has been read, which Node tells later than that the next request has
    // come. The end of a session, which has no body, must not overtake a call in it.
    if (taken.method === 'POST') handle(taken);
    else setImmediate(() => inTurn(handle, taken));
  };
}

class NodeRequest implements HttpRequest {
  readonly principal: string | undefined;
  readonly #request: IncomingMessage;

  constructor(request: IncomingMessage, principal: string | undefined) {
    this.#request = request;
    this.principal = principal;
  }

  get method(): string {
    return this.#request.method ?? 'GET';
  }

  readonly header = (name: string): string | undefined => {
    const value = this.#request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };

  headers(): Headers {
    return new Headers(Object.keys(this.#request.headers).map((name) => [name, this.header(name) ?? '']));
  }

  readBody(maxBytes: number): Promise<HttpBody | undefined> {
    return readNodeBody(this.#request, maxBytes);
  }
}

// Without a listener a reset connection would end the process.
const ignore = (): void => {};

class NodeReply implements HttpReply, OverListener {
  readonly #response: ServerResponse;
  readonly #live: Set<ServerResponse> | undefined;
  #goneListener: GoneListener | undefined;
  /** By somebody else, who has answered before us. */
  #isTaken = false;
  /** By us. */
  #isEnded = false;
  /** Of an answer that is no stream, until its body is there. */
  #head: { readonly status: number; readonly headers: Readonly<Record<string, string>> } | undefined;

  constructor(response: ServerResponse, live: Set<ServerResponse> | undefined) {
    this.#response = response;
    this.#live = live;
    response.on('error', ignore);
    live?.add(response);
    whenOver(response, this);
  }

  onOver(): void {
    this.#live?.delete(this.#response);
    // A framework may end a response of ours, too: with its own timeout, the client has all that it will get.
    if (!this.#isEnded || !this.#response.writableFinished) this.#goneListener?.onGone();
  }

  get isStarted(): boolean {
    return this.#head !== undefined || this.#response.headersSent;
  }

  get unsentBytes(): number {
    return this.#response.writableLength;
  }

  start(status: number, headers: Readonly<Record<string, string>>): void {
    this.#isTaken = this.#response.headersSent;
    if (this.#isTaken) return;
    if (headers['content-type'] !== 'text/event-stream') {
      // A body in one piece goes out with its length, in one write.
      this.#head = { status, headers };
      return;
    }
    this.#response.writeHead(status, headers);
    this.#response.flushHeaders();
  }

  write(text: string): boolean {
    return this.#isTaken || this.#response.write(text);
  }

  end(text?: string): void {
    this.#isEnded = true;
    if (this.#isTaken) return;
    if (this.#head) {
      const { status, headers } = this.#head;
      this.#response.writeHead(
        status,
        text === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(text) },
      );
    }
    this.#response.end(text);
  }

  destroy(): void {
    if (!this.#isTaken) this.#response.destroy();
  }

  whenDrained(callback: () => void): void {
    this.#response.once('drain', callback);
  }

  get isGone(): boolean {
    return isGone(this.#response);
  }

  tellGone(listener: GoneListener): void {
    if (this.isGone) listener.onGone();
    else this.#goneListener = listener;
  }
}
