import type { Era, Meta, RequestId } from '@mcpfusion/protocol';
import type { ClientInfo, RequestExtra } from '../handler/context.js';

/** A request as the application sees it, on top of an object of its own. To be shown by `withOwn`. */
export class OwnRequest implements RequestExtra {
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
  }

  get signal(): AbortSignal {
    return this.#extra.signal;
  }

  get headers(): Headers {
    return this.#extra.headers;
  }
}

/** The getters of the classes that are shown. */
const lazyNames: readonly PropertyKey[] = ['signal', 'headers', 'log'];

/**
 * Shows an object whose getters look like members of its own, so that a copy (`{ ...ctx }`) has them. They are
 * asked when somebody looks. Getters defined on each object would cost twenty times as much.
 */
export function withOwn<T extends OwnRequest>(target: T): T {
  return new Proxy<OwnRequest>(target, ownGetters) as T;
}

const ownGetters: ProxyHandler<OwnRequest> = {
  // On the target, whatever is in front of it: the getters read its private members.
  get: (target, key) => target[key as never],
  ownKeys: (target) =>
    [...new Set([...Reflect.ownKeys(target), ...lazyNames.filter((name) => name in target)])] as string[],
  // What is frozen shows nothing but what it has: then they are defined after all.
  preventExtensions: (target) => {
    for (const name of lazyNames) {
      if (!(name in target) || Object.hasOwn(target, name)) continue;
      const get = (): unknown => Reflect.get(Object.getPrototypeOf(target) as object, name, target);
      Object.defineProperty(target, name, { get, enumerable: true, configurable: true });
    }
    return Reflect.preventExtensions(target);
  },
  getOwnPropertyDescriptor: (target, key) =>
    Reflect.getOwnPropertyDescriptor(target, key) ??
    (lazyNames.includes(key) && key in target
      ? { get: () => target[key as never], enumerable: true, configurable: true }
      : undefined),
};

function copyInto(target: object, source: object): void {
  // To assign these would be to call a setter, which is not there or changes the prototype.
  const awkward = [...lazyNames, '__proto__'].filter((name) => Object.hasOwn(source, name));
  if (awkward.length === 0) return void Object.assign(target, source);
  const members = Object.getOwnPropertyDescriptors({ ...source });
  for (const name of lazyNames) delete members[name as never];
  Object.defineProperties(target, members);
}
