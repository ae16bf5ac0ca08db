import type { ProgressToken, RequestId } from '@mcpfusion/protocol';
import { isInFlight, type RequestSeen } from './request-seen.js';

/** Requests that are over, and can still be told apart when something late comes for them. */
const maxFinished = 1_000;

/** Requests that nobody has answered. */
const maxRunning = 10_000;

/** Ids and tokens of forgotten requests: all that is left to know is that they were sent. */
const maxForgotten = 20_000;

/** The requests of this side, by what the server may name. Memory is bounded: the oldest finished ones are forgotten. */
export class RequestsSeen {
  /** The newest of each id; 7 and "7" are two. */
  readonly #byId = new Map<RequestId, RequestSeen>();
  readonly #byToken = new Map<ProgressToken, RequestSeen>();
  readonly #byStream = new Map<number, RequestSeen>();
  readonly #inFlight = new Set<RequestSeen>();
  readonly #finished = new Set<RequestSeen>();
  readonly #forgotten = new Set<RequestId>();

  get inFlight(): ReadonlySet<RequestSeen> {
    return this.#inFlight;
  }

  byId(id: RequestId): RequestSeen | undefined {
    return this.#byId.get(id);
  }

  byToken(token: ProgressToken): RequestSeen | undefined {
    return this.#byToken.get(token);
  }

  byStream(streamId: number): RequestSeen | undefined {
    return this.#byStream.get(streamId);
  }

  /** An id or token that a request had which is no longer known. */
  wasForgotten(name: RequestId): boolean {
    return this.#forgotten.has(name);
  }

  add(request: RequestSeen): void {
    const { id, progressToken, streamIds } = request;
    const sameToken = progressToken === undefined ? undefined : this.#byToken.get(progressToken);
    for (const older of [this.#byId.get(id), sameToken]) {
      if (!older || !isInFlight(older) || streamIds.length > 0) continue;
      older.isTwin = true;
      request.isTwin = true;
    }
    this.#byId.set(id, request);
    if (progressToken !== undefined) this.#byToken.set(progressToken, request);
    for (const streamId of streamIds) this.#byStream.set(streamId, request);
    this.#inFlight.add(request);
    if (this.#inFlight.size > maxRunning) this.#forget(this.#inFlight);
  }

  /** A GET that goes on with the stream of a request. */
  addStream(request: RequestSeen, streamId: number): void {
    request.streamIds.push(streamId);
    this.#byStream.set(streamId, request);
  }

  /** Answered, cancelled or lost: it may be forgotten some day. */
  finish(request: RequestSeen): void {
    if (!isInFlight(request)) this.#inFlight.delete(request);
    this.#finished.add(request);
    if (this.#finished.size > maxFinished) this.#forget(this.#finished);
  }

  #forget(from: ReadonlySet<RequestSeen>): void {
    const [oldest] = from;
    if (!oldest) return;
    this.#finished.delete(oldest);
    this.#inFlight.delete(oldest);
    const { id, progressToken, streamIds } = oldest;
    if (this.#byId.get(id) === oldest) this.#byId.delete(id);
    this.#remember(id);
    if (progressToken !== undefined) {
      if (this.#byToken.get(progressToken) === oldest) this.#byToken.delete(progressToken);
      this.#remember(progressToken);
    }
    for (const streamId of streamIds) this.#byStream.delete(streamId);
  }

  #remember(name: RequestId): void {
    this.#forgotten.add(name);
    if (this.#forgotten.size <= maxForgotten) return;
    const [oldest] = this.#forgotten;
    if (oldest !== undefined) this.#forgotten.delete(oldest);
  }
}
