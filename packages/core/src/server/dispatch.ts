import {
  climbLadder,
  codecs,
  encodeError,
  errorCodes,
  httpStatusOf,
  isRequestId,
  isRpcError,
  latestSession,
  latestStateless,
  methods as methodNames,
  readSessionEnvelope,
  rpcError,
  type Envelope,
  type Era,
  type HeaderLookup,
  type InvalidMessage,
  type Params,
  type RpcError,
  type RpcMessage,
  type RpcRequest,
  type RpcResponse,
} from '@mcpfusion/protocol';
import { CancelledError } from '../errors.js';
import { Exchange } from './exchange.js';
import { guard, internalError, MethodCall } from './method-call.js';
import { methodsOf } from './methods/index.js';
import type { Outlet } from './outlet.js';
import { createSession, type Peer } from './peer.js';
import type { ServerCore } from './server.js';

/** One message, and where it came from. */
export interface Arrival {
  readonly message: RpcMessage | InvalidMessage;
  /** Or the error that answers it. */
  readonly era: Era | RpcError;
  /** HTTP only. */
  readonly header: HeaderLookup | undefined;
  /** Its headers in web-standard form, made when somebody looks. */
  readonly request: { headers(): Headers };
  readonly peer: Peer;
  readonly principal: string | undefined;
  readonly outlet: Outlet;
  /** No new work is taken on this transport. */
  readonly isClosing: boolean;
  /** As many requests as may be are without an answer. */
  readonly isFull: boolean;
  /** The connection was lost before we began. In 2025-11-25 that cancels nothing. */
  readonly isClientGone: boolean;
}

/**
 * Takes one message: climbs the check ladder, and runs its method
 * in an exchange of its own. Gives that exchange while it runs. Never throws.
 */
export function dispatch(server: ServerCore, arrival: Arrival): Exchange | undefined {
  try {
    return take(server, arrival);
  } catch (cause) {
    const { message, outlet } = arrival;
    server.log.error('a message could not be taken', { cause });
    const isAsked = message.kind === 'request' || message.kind === 'invalid';
    if (isAsked) guard(server, () => outlet.finish(encodeError(message.id, internalError), 200));
    return undefined;
  }
}

function take(server: ServerCore, arrival: Arrival): Exchange | undefined {
  const { message, era, outlet } = arrival;
  if (message.kind === 'response') return takeAnswer(message, arrival.peer);
  if (message.kind === 'notification') return takeNotification(message.method, message.params, arrival.peer);
  const refuse = (error: RpcError, status = httpStatusOf(error, true)): undefined => {
    outlet.finish(encodeError(message.id, error), status);
  };
  if (message.kind === 'invalid') return refuseInvalid(message, arrival);
  if (isRpcError(era)) return refuse(era);
  const envelope = openEnvelope(era, message, arrival);
  if (isRpcError(envelope)) return refuse(envelope);
  if (arrival.peer.find(message.id)) {
    return refuse(
      rpcError(
        errorCodes.invalidRequest,
        `Invalid request: id ${JSON.stringify(message.id)} is in use by a running request.`,
      ),
    );
  }
  const method = codecs[era].requestMethods.has(message.method) ? methodsOf(server).get(message.method) : undefined;
  if (!method) {
    // In a session 404 would mean that the session is gone.
    const status = era === latestStateless ? 404 : 200;
    return refuse(rpcError(errorCodes.methodNotFound, `Method not found: ${message.method}.`), status);
  }
  if (arrival.isClosing) {
    return refuse(rpcError(errorCodes.internalError, 'The server is shutting down.', { code: 'SHUTTING_DOWN' }), 503);
  }
  if (arrival.isFull) return refuse(server.refusals.add('maxInFlight'), 503);
  const exchange = open(server, era, envelope, message, arrival);
  if (arrival.isClientGone && era === latestStateless) {
    exchange.abort(new CancelledError('disconnect', 'The client closed the connection.'));
    return undefined;
  }
  new MethodCall(server, exchange, arrival, message).run(method);
  return exchange.state === 'running' ? exchange : undefined;
}

function openEnvelope(era: Era, message: RpcRequest, { header, peer }: Arrival): Envelope | RpcError {
  if (era === latestStateless) return climbLadder(message, header);
  return readSessionEnvelope(message.params, peer.session ?? createSession(latestSession));
}

function open(
  server: ServerCore,
  era: Era,
  envelope: Envelope,
  { id }: RpcRequest,
  { peer, outlet }: Arrival,
): Exchange {
  const exchange = new Exchange({ id, era, envelope, outlet, scope: peer, log: server.log });
  peer.add(exchange);
  return exchange;
}

/** An answer that is none ends its question: no other will come. Its id is ours, and is not sent back as the client's. */
function refuseInvalid({ id, error, isAnswer }: InvalidMessage, { peer, outlet }: Arrival): undefined {
  if (isAnswer) peer.questions.answer({ kind: 'response', id, error });
  outlet.finish(encodeError(isAnswer ? undefined : id, error), httpStatusOf(error, true));
}

function takeAnswer(response: RpcResponse, { questions }: Peer): undefined {
  questions.answer(response);
}

function takeNotification(method: string, params: Params, peer: Peer): undefined {
  if (method !== methodNames.cancelled || !isRequestId(params['requestId'])) return;
  const reason = typeof params['reason'] === 'string' ? params['reason'] : undefined;
  const exchange = peer.find(params['requestId']);
  exchange?.abort(
    new CancelledError(
      'client',
      reason === undefined ? 'The client cancelled the call.' : `The client cancelled the call: ${reason}`,
      reason,
    ),
  );
}
