import { setupError } from '../errors.js';
import type { CallContext, RequestExtra } from '../handler/context.js';
import type { Log } from '../handler/log.js';
import type { ProgressReporter } from '../handler/progress.js';
import { createReaders, type InputReaders } from '../handler/read-input.js';
import { show } from '../tool/expect.js';
import type { Cancellation } from './cancellation.js';
import { OwnRequest, withOwn } from './own-request.js';

/** What `ctx` needs of its call. */
export interface ContextParts {
  readonly extra: RequestExtra;
  readonly progress: ProgressReporter;
  readonly readers: InputReaders;
  openLog(): Log;
}

/** Of an application that has no context of its own. */
export const noContext = Object.freeze({});

/** `ctx` = a copy of the application's context with the framework's names on top. */
export function createCallContext(context: unknown, parts: ContextParts, call: CallContext['call']): CallContext {
  checkPlain(context, 'contextFactory to return');
  return withOwn(new HandlerContext(context === noContext ? undefined : context, parts, call));
}

class HandlerContext extends OwnRequest implements CallContext {
  readonly progress: ProgressReporter;
  readonly call: CallContext['call'];
  readonly readInput: InputReaders['readInput'];
  readonly inputResponse: InputReaders['inputResponse'];
  readonly readRequestState: InputReaders['readRequestState'];
  readonly #parts: ContextParts;
  #log: Log | undefined;

  constructor(context: object | undefined, parts: ContextParts, call: CallContext['call']) {
    super(parts.extra, context);
    this.#parts = parts;
    this.progress = parts.progress;
    this.call = call;
    const { readInput, inputResponse, readRequestState } = parts.readers;
    this.readInput = readInput;
    this.inputResponse = inputResponse;
    this.readRequestState = readRequestState;
  }

  get log(): Log {
    return (this.#log ??= this.#parts.openLog());
  }
}

/** `ctx` with what middleware adds; the framework's names stay as they are. */
export function extendContext(ctx: CallContext, added: object): CallContext {
  checkPlain(added, 'next() to get');
  if (Reflect.ownKeys(added).length === 0) return ctx;
  const { progress, call, readInput, inputResponse, readRequestState } = ctx;
  const readers = { readInput, inputResponse, readRequestState };
  const context = { ...applicationPart(ctx), ...applicationPart(added) };
  return createCallContext(context, { extra: ctx, progress, readers, openLog: () => ctx.log }, call);
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
  readInput: true,
  inputResponse: true,
  readRequestState: true,
};

/** Of a tool that never asks. */
export const noReaders: InputReaders = createReaders((caller) => {
  throw setupError(`Expected ctx.${caller}() in an .interactive() tool, got a tool that is not.`);
});

/** What is copied must be plain: of an instance, only the fields would arrive. */
function checkPlain(value: unknown, who: string): asserts value is object {
  if (typeof value !== 'object' || value === null)
    throw setupError(`Expected ${who} a plain object, got ${show(value)}.`);
  // `ctx` of a middleware further out, or the raw request: all of it are own members.
  if (value instanceof OwnRequest) return;
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
export function nestedRequest(extra: RequestExtra, cancellation: Cancellation, toolName: string): RequestExtra {
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
