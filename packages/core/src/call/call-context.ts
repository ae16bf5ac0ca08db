import type { CallContext, RequestExtra } from '../handler/context.js';

/** The parts of `ctx` that belong to the call, beside the request's. */
export type CallParts = Pick<CallContext, 'progress' | 'log' | 'call'>;

/**
 * `ctx` = the application's context with the framework's names on top. Signal
 * and headers stay getters, since most handlers never look at them.
 */
export function createCallContext(context: object, extra: RequestExtra, parts: CallParts): CallContext {
  const { requestId, meta, principal, sessionId, client, era, protocolVersion, toolName } = extra;
  const { progress, log, call } = parts;
  return {
    ...context,
    get signal() {
      return extra.signal;
    },
    get headers() {
      return extra.headers;
    },
    requestId,
    meta,
    principal,
    sessionId,
    client,
    era,
    protocolVersion,
    toolName,
    progress,
    log,
    call,
  };
}

/** `changed` with the framework's names as they are in `ctx`. */
export function withOwnNames(changed: object, ctx: CallContext): CallContext {
  return createCallContext(changed, ctx, ctx);
}
