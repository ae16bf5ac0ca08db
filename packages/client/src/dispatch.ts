import {
  isLogLevel,
  isRequestId,
  methods,
  readMessage,
  type InvalidMessage,
  type LogMessageParams,
  type ProgressParams,
  type RpcMessage,
  type RpcNotification,
  type RpcResponse,
} from '@mcpfusion/protocol';
import type { CallTable } from './call-table.js';
import { UnusableAnswer } from './errors.js';
import type { Finding, FindingKind } from './finding.js';
import type { Frame } from './frame.js';
import type { ServerRequests } from './server-requests.js';
import type { Session } from './session.js';
import { shorten } from './shorten.js';

export interface DispatchOptions {
  readonly session: Session;
  readonly calls: CallTable;
  readonly serverRequests: ServerRequests;
  readonly onNotification: ((notification: RpcNotification, frame: Frame) => void) | undefined;
  readonly onFinding: (finding: Finding) => void;
}

/** Brings each frame that comes in to whom it concerns, synchronously, so that the order of the wire is kept. */
export class Dispatch {
  readonly #options: DispatchOptions;

  constructor(options: DispatchOptions) {
    this.#options = options;
  }

  frame(frame: Frame): void {
    const { message } = frame;
    if (!message) return;
    if (message.kind !== 'invalid') this.#message(message, frame);
    else if (!this.#batch(frame)) this.#invalid(frame, message);
  }

  #message(message: RpcMessage, frame: Frame): void {
    switch (message.kind) {
      case 'response':
        return this.#response(message, frame);
      case 'notification':
        return this.#notification(message, frame);
      case 'request':
        if (this.#options.session.era === '2025-11-25') return this.#options.serverRequests.take(message, frame);
        return this.#find('unexpected-request', `The server sent a request (${message.method}) in 2026-07-28.`, frame);
    }
  }

  /** 2025-03-26 alone has batches. False: it is none. */
  #batch(frame: Frame): boolean {
    if (this.#options.session.protocolVersion !== '2025-03-26' || !isArray(frame.raw)) return false;
    let values: unknown;
    try {
      values = JSON.parse(frame.raw);
    } catch {
      return false;
    }
    if (!Array.isArray(values)) return false;
    for (const value of values as unknown[]) {
      const message = readMessage(value);
      if (message.kind === 'invalid') this.#invalid(frame, message);
      else this.#message(message, frame);
    }
    return true;
  }

  #invalid(frame: Frame, { id, error }: InvalidMessage): void {
    const what = `${error.message} Got: ${shorten(frame.raw)}`;
    const isAnswer = /"(?:result|error)"\s*:/.test(frame.raw);
    // `"id": null` is no id, whatever a careless comparison makes of it. An array has none to begin with.
    const isNameless = isAnswer && id === undefined && !isArray(frame.raw);
    this.#find(isNameless ? 'response-without-id' : 'invalid-message', what, frame);
    const call = isAnswer && id !== undefined ? this.#options.calls.byId(id) : undefined;
    // No better answer will come.
    call?.fail(new UnusableAnswer(`The answer to ${call.method} is no JSON-RPC response. ${what}`));
  }

  #response(response: RpcResponse, frame: Frame): void {
    const { calls } = this.#options;
    const { id } = response;
    if (id === undefined) return this.#find('response-without-id', `An answer names no id: ${frame.raw}`, frame);
    const shown = JSON.stringify(id);
    const call = calls.byId(id);
    if (!call) {
      const end = calls.pastId(id);
      if (end === undefined) return this.#find('unknown-id', `No request has the id ${shown}.`, frame);
      if (end === 'answered') return this.#find('second-response', `Request ${shown} was answered before.`, frame);
      return this.#find('late-response', `Request ${shown} was given up (${end}) before this answer.`, frame);
    }
    const { streamIds = [] } = call.sent ?? {};
    if (frame.http && streamIds.length > 0 && !streamIds.includes(frame.http.streamId)) {
      this.#find('wrong-stream', `The answer to ${shown} came on the stream of another request.`, frame);
    }
    call.answer(response);
  }

  #notification(notification: RpcNotification, frame: Frame): void {
    const { method, params } = notification;
    if (method === methods.progress) this.#progress(params as unknown as ProgressParams, frame);
    else if (method === methods.message) this.#log(params as unknown as LogMessageParams, frame);
    else if (method === methods.cancelled && isRequestId(params['requestId'])) {
      this.#options.serverRequests.cancel(params['requestId'], params['reason']);
    }
    this.#options.onNotification?.(notification, frame);
  }

  #progress(params: ProgressParams, frame: Frame): void {
    const { calls } = this.#options;
    const call = calls.byToken(params.progressToken);
    if (call) return call.progress(params);
    const end = calls.pastToken(params.progressToken);
    const shown = JSON.stringify(params.progressToken) ?? 'none';
    if (end === undefined) this.#find('unknown-progress-token', `No active request has the token ${shown}.`, frame);
    else this.#find('late-progress', `The call of token ${shown} was over (${end}).`, frame);
  }

  #log(params: LogMessageParams, frame: Frame): void {
    if (!isLogLevel(params.level)) {
      this.#find('invalid-message', `Expected a log level, got ${JSON.stringify(params.level)}.`, frame);
      return;
    }
    const { calls } = this.#options;
    if (frame.http) calls.byStream(frame.http.streamId)?.log(params);
    else for (const call of calls.running) call.log(params);
  }

  #find(kind: FindingKind, text: string, frame: Frame): void {
    this.#options.onFinding({ kind, text, frame });
  }
}

function isArray(json: string): boolean {
  return /^\s*\[/.test(json);
}
