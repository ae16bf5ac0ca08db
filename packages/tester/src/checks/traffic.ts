import type { Frame } from '@mcpfusion/client';
import { isRequestId, methods, type RequestId, type RpcMessage, type RpcResponse } from '@mcpfusion/protocol';
import { EventIdsSeen } from './seen/event-ids-seen.js';
import { HostileSent } from './seen/hostile-sent.js';
import { LogLevelSeen } from './seen/log-level-seen.js';
import { isInFlight, readRequest, type RequestSeen } from './seen/request-seen.js';
import { RequestsSeen } from './seen/requests-seen.js';
import { SessionSeen } from './seen/session-seen.js';
import { thin } from './seen/thin.js';

const maxServerRequests = 10_000;

/** What has passed on a connection so far: the one memory that all checks share. Times are those of the frames. */
export class Traffic {
  readonly transport: 'stdio' | 'http';
  readonly requests = new RequestsSeen();
  readonly session = new SessionSeen();
  readonly logLevel = new LogLevelSeen();
  readonly eventIds = new EventIdsSeen();
  readonly hostile = new HostileSent();
  /** 2025: the requests of the server in this session, answered or not. */
  readonly serverRequestIds = new Map<RequestId, Frame>();
  /** HTTP: the message that opened the exchange, or its method where there was none. */
  readonly #openedBy = new Map<number, Frame>();

  constructor(transport: 'stdio' | 'http') {
    this.transport = transport;
  }

  /** The request that a response answers: on HTTP the one of its stream, if the id fits, else the newest of that id. */
  requestOf(frame: Frame, { id }: RpcResponse): RequestSeen | undefined {
    if (id === undefined) return undefined;
    const own = this.streamRequest(frame);
    return own?.id === id ? own : this.requests.byId(id);
  }

  /** The request whose token that is; on HTTP rather the one of the stream. */
  requestOfToken(frame: Frame, token: unknown): RequestSeen | undefined {
    const own = this.streamRequest(frame);
    if (own && own.progressToken === token) return own;
    return isRequestId(token) ? this.requests.byToken(token) : undefined;
  }

  /** HTTP: the request on whose stream the frame is. */
  streamRequest({ http }: Frame): RequestSeen | undefined {
    return http && this.requests.byStream(http.streamId);
  }

  /** HTTP: the frame that opened the exchange of this one. */
  openedBy({ http }: Frame): Frame | undefined {
    return http && this.#openedBy.get(http.streamId);
  }

  /** Takes a frame in. To be called when the checks have seen it. */
  take(frame: Frame): void {
    const { direction, message, http } = frame;
    this.eventIds.take(frame);
    if (http && direction === 'out' && http.end === undefined) this.#opened(frame);
    if (http) this.#exchange(frame);
    if (!message) return;
    if (direction === 'in') {
      if (message.kind !== 'invalid') this.#received(frame, message);
    } else if (message.kind !== 'invalid') this.#sent(frame, message);
    else for (const found of this.hostile.take(frame.raw)) this.#sent(frame, found);
  }

  #sent(frame: Frame, message: RpcMessage): void {
    const request = message.kind === 'request' ? readRequest(frame, message) : undefined;
    if (request) this.requests.add(request);
    this.session.sent(message, request);
    if (request === this.session.initialize && request) this.serverRequestIds.clear();
    if (message.kind === 'notification' && message.method === methods.cancelled) {
      this.#cancel(frame, message.params['requestId']);
    }
  }

  #received(frame: Frame, message: RpcMessage): void {
    if (message.kind === 'request') {
      this.#rememberServerRequest(message.id, frame);
    } else if (message.kind === 'response') {
      const request = this.requestOf(frame, message);
      if (!request || request.response) return;
      request.response = thin(frame);
      this.requests.finish(request);
      if (request.era === '2026-07-28') this.session.answeredModern(message);
      if (!message.result) return;
      this.session.answered(frame, message.result, request);
      if (request.method === methods.setLevel) this.logLevel.answered(frame, request);
    }
  }

  #rememberServerRequest(id: RequestId, frame: Frame): void {
    this.serverRequestIds.set(id, thin(frame));
    if (this.serverRequestIds.size <= maxServerRequests) return;
    const [oldest] = this.serverRequestIds.keys();
    if (oldest !== undefined) this.serverRequestIds.delete(oldest);
  }

  // 2026 over HTTP a notification cancels nothing, the closed stream does. `initialize` cannot be cancelled.
  #cancel(frame: Frame, id: unknown): void {
    const request = isRequestId(id) ? this.requests.byId(id) : undefined;
    if (!request || request.method === methods.initialize) return;
    if (frame.http && request.era === '2026-07-28') return;
    this.#markCancelled(request, frame);
  }

  #markCancelled(request: RequestSeen, frame: Frame): void {
    if (!isInFlight(request) || request.cancelledBy) return;
    request.cancelledBy = frame;
    this.requests.finish(request);
  }

  #opened(frame: Frame): void {
    const { streamId, method, headers } = frame.http!;
    this.#openedBy.set(streamId, frame);
    const name = Object.keys(headers).find((header) => header.toLowerCase() === 'last-event-id');
    const from = name === undefined ? undefined : this.eventIds.first(headers[name] ?? '');
    const resumed = method === 'GET' && from && this.streamRequest(from);
    if (resumed) this.requests.addStream(resumed, streamId);
  }

  #exchange(frame: Frame): void {
    const { end, status = 0, method, streamId } = frame.http!;
    const request = this.streamRequest(frame);
    if (request && end === 'closed' && request.era === '2026-07-28') this.#markCancelled(request, frame);
    const isWhole = frame.direction === 'in' && !frame.http!.headers['content-type']?.includes('text/event-stream');
    if (end !== undefined || isWhole) this.#openedBy.delete(streamId);
    const isRefused = frame.direction === 'in' && method === 'POST' && status >= 400;
    // In 2025 a broken stream may be resumed.
    const isGone = end === 'broken' && request?.era === '2026-07-28';
    if (!request || request.response || !(isRefused || isGone)) return;
    // A response in the body of a refusal still counts as one: it is taken in after this.
    request.isLost ||= frame.message?.kind !== 'response';
    this.requests.finish(request);
  }
}
