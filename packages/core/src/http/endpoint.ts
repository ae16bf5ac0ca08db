import {
  encodeError,
  eraOf,
  errorCodes,
  headerNames,
  latestSession,
  parseMessage,
  readMessage,
  rpcError,
  sessionVersions,
  type InvalidMessage,
  type RpcError,
  type RpcMessage,
} from '@mcpfusion/protocol';
import { CancelledError } from '../errors.js';
import { dispatch } from '../server/dispatch.js';
import { drain, type CloseOptions } from '../server/drain.js';
import { defaultLimits } from '../server/limits.js';
import { createSession, Peer } from '../server/peer.js';
import { coreOf, type Server, type ServerCore } from '../server/server.js';
import { checkOptions } from '../server/check-options.js';
import {
  acceptsStream,
  checkAccess,
  checkContentType,
  checkSessionVersion,
  isBeyondLoopback,
  readAccess,
  type AccessOptions,
} from './checks.js';
import { endpointChecks, endpointDefaults, type EndpointOptions } from './endpoint-options.js';
import type { HttpBody, HttpReply, HttpRequest } from './http-io.js';
import { HttpOutlet, type StreamSettings } from './http-outlet.js';
import { HttpWatch, type WatchHost } from './http-watch.js';
import { Sessions } from './sessions.js';

/** Streamable HTTP for one server, both revisions on one path. */
export class Endpoint {
  readonly #core: ServerCore;
  readonly #options: EndpointOptions;
  readonly #access: AccessOptions;
  readonly #settings: StreamSettings;
  readonly #host: WatchHost;
  readonly #maxInFlight: number;
  /** Bodies that are not complete. */
  #reading = 0;
  #isClosing = false;

  constructor(server: Server, options: EndpointOptions) {
    checkOptions(options, endpointChecks);
    this.#core = coreOf(server);
    this.#options = options;
    this.#access = readAccess(options);
    this.#maxInFlight = options.maxInFlight ?? defaultLimits.maxInFlight;
    const { log, exchanges } = this.#core;
    const {
      openAfterMs = endpointDefaults.openAfterMs,
      keepAliveMs = endpointDefaults.keepAliveMs,
      maxUnsentBytes = defaultLimits.maxUnsentBytes,
    } = options;
    if (isBeyondLoopback(this.#access) && this.#core.registry.mayAskOnce) this.#core.inputs.warnOfOwnMemory();
    this.#settings = { openAfterMs, keepAliveMs, maxUnsentBytes, log };
    this.#host = { exchanges: new Set(), sessions: new Sessions(exchanges, options), log };
  }

  get sessionCount(): number {
    return this.#host.sessions.size;
  }

  /** Takes no new calls on this endpoint and waits for its own; the server and its other transports go on. */
  async close(options?: CloseOptions): Promise<void> {
    this.#isClosing = true;
    await drain(
      { exchanges: this.#host.exchanges, isSettled: () => true, graceMs: this.#core.engine.graceMs },
      options,
    );
  }

  /** Answers one request. Never rejects. */
  async handle(request: HttpRequest, reply: HttpReply): Promise<void> {
    try {
      await this.#handle(request, reply);
    } catch (cause) {
      this.#core.log.error('a request could not be taken', { cause });
      giveUp(reply);
    }
  }

  #handle(request: HttpRequest, reply: HttpReply): void | Promise<void> {
    const refusal = checkAccess(request.header, this.#access);
    if (refusal) return refuse(reply, refusal.status, rpcError(errorCodes.invalidRequest, refusal.message));
    if (request.method === 'POST') return this.#post(request, reply);
    if (request.method === 'DELETE' && this.#options.sessions !== 'off') return this.#delete(request, reply);
    const allow = this.#options.sessions === 'off' ? 'POST' : 'POST, DELETE';
    refuse(reply, 405, rpcError(errorCodes.invalidRequest, `Method ${request.method} is not allowed; use ${allow}.`), {
      allow,
    });
  }

  async #post(request: HttpRequest, reply: HttpReply): Promise<void> {
    const { header } = request;
    const { maxBodyBytes = endpointDefaults.maxBodyBytes, maxJsonDepth = defaultLimits.maxJsonDepth } = this.#options;
    const badType = checkContentType(header);
    if (badType) return refuse(reply, badType.status, rpcError(errorCodes.invalidRequest, badType.message));
    // Unread it may be a notification, and yet: what is not read cannot pile up.
    if (this.#reading >= this.#maxInFlight)
      return refuse(reply, 503, this.#core.refusals.add('maxInFlight'), retryAfter);
    let body: HttpBody | undefined;
    this.#reading++;
    try {
      body = await request.readBody(maxBodyBytes);
    } catch {
      // The client went away, or sent what is no UTF-8. Only the second can read this.
      return refuse(reply, 400, rpcError(errorCodes.parseError, 'Parse error: the body could not be read as UTF-8.'));
    } finally {
      this.#reading--;
    }
    if (body === undefined) {
      return refuse(reply, 413, rpcError(errorCodes.invalidRequest, `The body is longer than ${maxBodyBytes} bytes.`));
    }
    this.#take(
      request,
      reply,
      'text' in body ? parseMessage(body.text, maxJsonDepth) : readMessage(body.value, maxJsonDepth),
    );
  }

  #take(request: HttpRequest, reply: HttpReply, message: RpcMessage | InvalidMessage): void {
    const { header, principal } = request;
    const versionHeader = header(headerNames.protocolVersion)?.trim();
    const era = eraOf({ transport: 'http', message, versionHeader, isInitialized: false });
    const isSession = era === latestSession && (message.kind !== 'invalid' || message.isAnswer === true);
    const peer = isSession
      ? this.#sessionPeerOf(request, message, versionHeader)
      : new Peer(this.#core.exchanges, undefined, principal);
    if (!(peer instanceof Peer))
      return refuse(
        reply,
        peer.status,
        peer.error,
        peer.status === 503 ? retryAfter : {},
        message.kind === 'request' ? message.id : undefined,
      );
    const isOpening = peer.sessionId !== undefined && !peer.session;
    const canStream = this.#options.responseMode !== 'json' && acceptsStream(header);
    const opening = isOpening ? peer : undefined;
    const outlet = new HttpOutlet({ reply, settings: this.#settings, canStream, opening });
    const isClosing = this.#isClosing || this.#core.isClosing;
    const exchange = dispatch(this.#core, {
      message,
      isClosing,
      isFull: this.#reading + this.#host.exchanges.size >= this.#maxInFlight,
      isClientGone: reply.isGone,
      era,
      header,
      request,
      peer,
      principal,
      outlet,
    });
    if (isOpening && peer.session) this.#host.sessions.keep(peer);
    if (message.kind === 'notification' || message.kind === 'response') {
      reply.start(202, {});
      return reply.end();
    }
    if (!exchange) return;
    new HttpWatch(this.#host, exchange, peer, outlet, reply).start();
  }

  /** The scope of the request's id in 2025-11-25: its session, or without sessions the request alone. */
  #sessionPeerOf(
    { header, principal }: HttpRequest,
    message: RpcMessage | InvalidMessage,
    versionHeader: string | undefined,
  ): Peer | { status: number; error: RpcError } {
    const wrongVersion = checkSessionVersion(header, sessionVersions);
    if (wrongVersion) return { status: 400, error: wrongVersion };
    const id = header(headerNames.sessionId);
    const isInitialize = message.kind === 'request' && message.method === 'initialize';
    if (this.#options.sessions === 'off') {
      const alone = new Peer(this.#core.exchanges, undefined, principal);
      if (!isInitialize) alone.session = createSession(versionHeader ?? '2025-03-26');
      return alone;
    }
    if (id === undefined) {
      if (!isInitialize)
        return {
          status: 400,
          error: rpcError(errorCodes.invalidRequest, 'Expected an Mcp-Session-Id header, or initialize first.'),
        };
      const opened = this.#host.sessions.open(principal);
      return (
        opened ?? {
          status: 503,
          error: this.#core.refusals.add('maxSessions'),
        }
      );
    }
    const found = this.#host.sessions.find(id, principal);
    return (
      found ?? {
        status: 404,
        error: rpcError(errorCodes.invalidRequest, 'Session not found: it has ended or never was. Initialize again.'),
      }
    );
  }

  #delete({ header, principal }: HttpRequest, reply: HttpReply): void {
    const id = header(headerNames.sessionId);
    if (id === undefined)
      return refuse(reply, 400, rpcError(errorCodes.invalidRequest, 'Expected an Mcp-Session-Id header.'));
    const peer = this.#host.sessions.find(id, principal);
    if (!peer) return refuse(reply, 404, rpcError(errorCodes.invalidRequest, 'Session not found.'));
    this.#host.sessions.remove(peer);
    for (const exchange of peer.exchanges())
      exchange.abort(new CancelledError('client', 'The client ended the session.'));
    reply.start(204, {});
    reply.end();
  }
}

const retryAfter = { 'retry-after': '1' };

/** The last net: something inside has failed. */
function giveUp(reply: HttpReply): void {
  try {
    if (reply.isStarted) reply.destroy();
    else refuse(reply, 500, rpcError(errorCodes.internalError, 'Internal error.'));
  } catch {
    // The fault has been logged; the host closes what is left.
  }
}

function refuse(
  reply: HttpReply,
  status: number,
  error: RpcError,
  headers: Record<string, string> = {},
  id?: string | number,
): void {
  reply.start(status, { ...headers, 'content-type': 'application/json' });
  reply.end(encodeError(id, error));
}
