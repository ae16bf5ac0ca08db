import type { CallContext, RequestExtra } from '../handler/context.js';
import type { Log } from '../handler/log.js';
import type { Cancellation } from './cancellation.js';

/** The parts of `ctx` that belong to the call, beside the request's. */
export type CallParts = Pick<CallContext, 'progress' | 'call'> & { readonly openLog: () => Log };

/**
 * `ctx` = the application's context with the framework's names on top. Signal,
 * headers and log stay getters, since most handlers never look at them.
 */
export function createCallContext(context: object, extra: RequestExtra, parts: CallParts): CallContext {
  const { requestId, meta, principal, sessionId, client, era, protocolVersion, toolName } = extra;
  const { progress, openLog, call } = parts;
  let log: Log | undefined;
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
    get log() {
      return (log ??= openLog());
    },
    call,
  };
}

/** `changed` with the framework's names as they are in `ctx`. */
export function withOwnNames(changed: object, ctx: CallContext): CallContext {
  return createCallContext(changed, ctx, { progress: ctx.progress, openLog: () => ctx.log, call: ctx.call });
}

/** The request as a nested call sees it: the same, but with its own signal and tool. */
export function nestedExtra(extra: RequestExtra, cancellation: Cancellation, toolName: string): RequestExtra {
  const { requestId, meta, principal, sessionId, client, era, protocolVersion } = extra;
  return {
    get signal() {
      return cancellation.signal;
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
  };
}
