import type { Frame } from '@mcpfusion/client';
import { isLogLevel, isObject, isRequestId, methods, type ProgressToken, type RequestId } from '@mcpfusion/protocol';
import type { CallEndSeen, WatchedCall, WatchEvent } from './watch-event.js';

type Invocation = WatchedCall & { readonly streamIds: Set<number> };

/** Tells what the frames of one connection mean to somebody who watches its tool calls. */
export class Watcher {
  readonly #onEvent: (event: WatchEvent) => void;
  readonly #calls = new Map<RequestId, Invocation>();

  constructor(onEvent: (event: WatchEvent) => void) {
    this.#onEvent = onEvent;
  }

  frame(frame: Frame): void {
    this.#onEvent({ type: 'frame', frame });
    if (frame.http?.end === 'closed') this.#closed(frame);
    if (isRefusal(frame)) this.#lost(frame);
    const { message } = frame;
    if (!message || message.kind === 'invalid') return;
    const { direction } = frame;
    if (message.kind === 'request' && direction === 'out')
      this.#request(message.id, message.method, message.params, frame);
    else if (message.kind === 'response' && direction === 'in') this.#response(message, frame);
    else if (message.kind === 'notification') this.#notification(message.method, message.params, frame);
  }

  #request(id: RequestId, method: string, params: unknown, { atMs, http }: Frame): void {
    if (method !== methods.toolsCall || !isObject(params)) return;
    const meta = isObject(params['_meta']) ? params['_meta'] : {};
    const call: Invocation = {
      id,
      tool: String(params['name']),
      progressToken: asToken(meta['progressToken']),
      startedAtMs: atMs,
      streamIds: new Set(http ? [http.streamId] : []),
    };
    this.#calls.set(id, call);
    this.#onEvent({ type: 'call-started', call, atMs });
  }

  #response(message: { id?: RequestId | undefined; result?: unknown; error?: unknown }, { atMs }: Frame): void {
    if (message.id === undefined) return;
    const call = this.#take(message.id);
    if (call) this.#onEvent({ type: 'call-ended', call, end: endOf(message), atMs });
  }

  #notification(method: string, params: unknown, frame: Frame): void {
    const { atMs } = frame;
    if (!isObject(params)) return;
    if (frame.direction === 'out') {
      if (method !== methods.cancelled || !isRequestId(params['requestId'])) return;
      const reason = typeof params['reason'] === 'string' ? params['reason'] : undefined;
      this.#cancelled(this.#take(params['requestId']), 'notification', reason, atMs);
    } else if (method === methods.progress) {
      this.#progress(params, atMs);
    } else if (method === methods.message && isLogLevel(params['level'])) {
      const logger = typeof params['logger'] === 'string' ? params['logger'] : undefined;
      this.#onEvent({ type: 'log', log: { level: params['level'], logger, data: params['data'], atMs } });
    }
  }

  #progress(params: Readonly<Record<string, unknown>>, atMs: number): void {
    const { progress, total, message } = params;
    const token = asToken(params['progressToken']);
    if (token === undefined || typeof progress !== 'number') return;
    const call = [...this.#calls.values()].find(({ progressToken }) => progressToken === token);
    this.#onEvent({
      type: 'progress',
      call,
      progress: {
        token,
        progress,
        total: typeof total === 'number' ? total : undefined,
        message: typeof message === 'string' ? message : undefined,
        atMs,
      },
    });
  }

  // Closing the stream of a 2026 call over HTTP is its cancel; closing those of an ended call is nothing.
  #closed({ http, atMs }: Frame): void {
    const call = [...this.#calls.values()].find(({ streamIds }) => http && streamIds.has(http.streamId));
    if (call) this.#cancelled(this.#take(call.id), 'closed stream', undefined, atMs);
  }

  /** HTTP: the answer to a call holds no response, or its stream has broken. In 2025 it may be resumed all the same. */
  #lost({ http, atMs }: Frame): void {
    const call = [...this.#calls.values()].find(({ streamIds }) => http && streamIds.has(http.streamId));
    if (!call) return;
    this.#take(call.id);
    this.#onEvent({ type: 'call-ended', call, end: 'lost', atMs });
  }

  #cancelled(
    call: WatchedCall | undefined,
    how: 'notification' | 'closed stream',
    reason: string | undefined,
    atMs: number,
  ): void {
    if (call) this.#onEvent({ type: 'cancelled', call, how, reason, atMs });
  }

  #take(id: RequestId): Invocation | undefined {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    return call;
  }
}

function isRefusal({ direction, http, message }: Frame): boolean {
  if (direction !== 'in' || !http || message?.kind === 'response') return false;
  return http.end === 'broken' || (http.method === 'POST' && (http.status ?? 0) >= 400);
}

function asToken(value: unknown): ProgressToken | undefined {
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

function endOf({ result, error }: { result?: unknown; error?: unknown }): CallEndSeen {
  if (error !== undefined || !isObject(result)) return 'rpc-error';
  if (result['isError'] === true) return 'tool-error';
  return result['resultType'] === 'input_required' ? 'input-required' : 'result';
}
