import type { Frame } from '@mcpfusion/client';
import {
  methods,
  type InvalidMessage,
  type Params,
  type RpcError,
  type RpcNotification,
  type RpcRequest,
  type RpcResponse,
} from '@mcpfusion/protocol';
import type { Observer } from '../passive-check.js';
import type { Traffic } from '../traffic.js';
import type { RequestSeen } from './request-seen.js';

/** Observers of one kind of frame that comes in, so that a check starts with what it is about. */

export interface Incoming {
  readonly frame: Frame;
  readonly traffic: Traffic;
}

export interface ProgressIn extends Incoming {
  readonly params: Params;
  /** That of the token. */
  readonly request: RequestSeen | undefined;
}

export function onNotification(
  method: string | undefined,
  see: (seen: Incoming & { readonly notification: RpcNotification }) => void,
): Observer {
  return (frame, traffic) => {
    const { direction, message } = frame;
    if (direction !== 'in' || message?.kind !== 'notification') return;
    if (method === undefined || message.method === method) see({ frame, traffic, notification: message });
  };
}

export function onProgress(see: (seen: ProgressIn) => void): Observer {
  return onNotification(methods.progress, ({ frame, traffic, notification: { params } }) =>
    see({ frame, traffic, params, request: traffic.requestOfToken(frame, params['progressToken']) }),
  );
}

export function onLog(see: (seen: Incoming & { readonly params: Params }) => void): Observer {
  return onNotification(methods.message, ({ frame, traffic, notification: { params } }) =>
    see({ frame, traffic, params }),
  );
}

export function onServerRequest(see: (seen: Incoming & { readonly message: RpcRequest }) => void): Observer {
  return (frame, traffic) => {
    const { direction, message } = frame;
    if (direction === 'in' && message?.kind === 'request') see({ frame, traffic, message });
  };
}

export function onResponse(
  see: (seen: Incoming & { readonly response: RpcResponse; readonly request: RequestSeen | undefined }) => void,
): Observer {
  return (frame, traffic) => {
    const { direction, message } = frame;
    if (direction !== 'in' || message?.kind !== 'response') return;
    see({ frame, traffic, response: message, request: traffic.requestOf(frame, message) });
  };
}

/** The first response to a request that is known, where it is a result. */
export function onResult(
  see: (seen: Incoming & { readonly result: Params; readonly request: RequestSeen }) => void,
): Observer {
  return onResponse(({ frame, traffic, response, request }) => {
    if (response.result && request && !request.response && !request.isTwin)
      see({ frame, traffic, result: response.result, request });
  });
}

export function onError(
  see: (seen: Incoming & { readonly error: RpcError; readonly request: RequestSeen }) => void,
): Observer {
  return onResponse(({ frame, traffic, response, request }) => {
    if (response.error && request && !request.response) see({ frame, traffic, error: response.error, request });
  });
}

/** Something that is no JSON-RPC message. `value` is what its JSON says; undefined where it is no JSON. */
export function onInvalid(
  see: (seen: Incoming & { readonly message: InvalidMessage; readonly value: unknown }) => void,
): Observer {
  return (frame, traffic) => {
    const { direction, message, raw } = frame;
    if (direction === 'in' && message?.kind === 'invalid') see({ frame, traffic, message, value: readJson(raw) });
  };
}

/** JSON nests too deep to be read as a message: our limit, not the server's fault. */
export function isTooDeep({ error }: InvalidMessage): boolean {
  return error.message.includes('levels of objects and arrays');
}

export function readJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}
