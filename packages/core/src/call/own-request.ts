import type { Era, Meta, RequestId } from '@mcpfusion/protocol';
import type { ClientInfo, RequestExtra } from '../handler/context.js';

/**
 * A request as the application sees it, on top of an object of its own. All of it are own
 * members, so that a copy (`{ ...extra }`) has them all; signal and headers are made when somebody looks.
 */
export class OwnRequest implements RequestExtra {
  declare readonly signal: AbortSignal;
  declare readonly headers: Headers;
  readonly requestId: RequestId;
  readonly meta: Meta;
  readonly principal: string | undefined;
  readonly sessionId: string | undefined;
  readonly client: ClientInfo;
  readonly era: Era;
  readonly protocolVersion: string;
  readonly toolName: string;
  readonly #extra: RequestExtra;

  constructor(extra: RequestExtra, base: object | undefined) {
    if (base) copyInto(this, base);
    this.#extra = extra;
    this.requestId = extra.requestId;
    this.meta = extra.meta;
    this.principal = extra.principal;
    this.sessionId = extra.sessionId;
    this.client = extra.client;
    this.era = extra.era;
    this.protocolVersion = extra.protocolVersion;
    this.toolName = extra.toolName;
    Object.defineProperty(this, 'signal', OwnRequest.#signal);
    Object.defineProperty(this, 'headers', OwnRequest.#headers);
  }

  // The same two functions for all: with getters of its own each object would be a dictionary, at 2 µs instead of 0.5.
  static readonly #signal = {
    enumerable: true,
    configurable: true,
    get(this: OwnRequest): AbortSignal {
      return this.#extra.signal;
    },
  };
  static readonly #headers = {
    enumerable: true,
    configurable: true,
    get(this: OwnRequest): Headers {
      return this.#extra.headers;
    },
  };
}

function copyInto(target: object, source: object): void {
  // To assign this one would be to change the prototype.
  if (Object.hasOwn(source, '__proto__'))
    Object.defineProperties(target, Object.getOwnPropertyDescriptors({ ...source }));
  else Object.assign(target, source);
}
