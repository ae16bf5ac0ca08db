import { setupError } from '../errors.js';
import type { CallContext, RequestExtra } from '../handler/context.js';
import type { Log } from '../handler/log.js';
import { show } from '../tool/expect.js';
import type { Cancellation } from './cancellation.js';

/** The parts of `ctx` that belong to the call, beside the request's. */
export type CallParts = Pick<CallContext, 'progress' | 'call'> & { readonly openLog: () => Log };

/**
 * `ctx` = a copy of the application's context with the framework's names on top.
 * Signal, headers and log stay getters, since most handlers never look at them.
 */
export function createCallContext(context: unknown, extra: RequestExtra, parts: CallParts): CallContext {
  checkPlain(context, 'contextFactory to return');
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

/** `ctx` with what middleware adds; the framework's names stay as they are. */
export function extendContext(ctx: CallContext, added: object): CallContext {
  checkPlain(added, 'next() to get');
  if (Reflect.ownKeys(added).length === 0) return ctx;
  const { progress, call } = ctx;
  return createCallContext({ ...applicationPart(ctx), ...added }, ctx, { progress, openLog: () => ctx.log, call });
}

// Without the framework's names: a spread of all would open the signal and the log.
function applicationPart(ctx: object): object {
  const names = Reflect.ownKeys(ctx).filter((name) => !Object.hasOwn(frameworkNames, name));
  return Object.fromEntries(names.map((name) => [name, (ctx as Record<PropertyKey, unknown>)[name]]));
}

const frameworkNames: Readonly<Record<keyof CallContext, true>> = {
  signal: true,
  headers: true,
  requestId: true,
  meta: true,
  principal: true,
  sessionId: true,
  client: true,
  era: true,
  protocolVersion: true,
  toolName: true,
  progress: true,
  log: true,
  call: true,
};

/** What is copied must be plain: of an instance, only the fields would arrive. */
function checkPlain(value: unknown, who: string): asserts value is object {
  if (typeof value !== 'object' || value === null)
    throw setupError(`Expected ${who} a plain object, got ${show(value)}.`);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return;
  const { name = '' } = (value.constructor ?? {}) as { readonly name?: string };
  // Of another realm: the global object of a test runner or a `vm` has its own.
  if (name === 'Object' && Object.hasOwn(prototype as object, 'constructor')) return;
  if (name === '' || name === 'Object')
    throw setupError(`Expected ${who} a plain object, got an object that inherits its members.`);
  const member = name.charAt(0).toLowerCase() + name.slice(1);
  throw setupError(`Expected ${who} a plain object, got an instance of ${name}. Put it into a member: { ${member} }.`);
}

/** The request as a nested call sees it: the same, but with its own signal and tool. */
export function nestedExtra(extra: RequestExtra, cancellation: Cancellation, toolName: string): RequestExtra {
  return copyExtra(extra, () => cancellation.signal, toolName);
}

/** For `contextFactory`, which may spread what it gets: all of it are own members. */
export function ownExtra(extra: RequestExtra): RequestExtra {
  return copyExtra(extra, () => extra.signal, extra.toolName);
}

function copyExtra(extra: RequestExtra, signal: () => AbortSignal, toolName: string): RequestExtra {
  const { requestId, meta, principal, sessionId, client, era, protocolVersion } = extra;
  return {
    get signal() {
      return signal();
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
