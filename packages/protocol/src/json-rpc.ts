import { errorCodes, rpcError, type RpcError } from './error-codes.js';
import { isDeeperThan, safeJsonDepth } from './json-depth.js';
import { isObject } from './json.js';

/** A string or an integer; never null. Compared strictly: 7 is not "7". */
export type RequestId = string | number;

export type Params = Readonly<Record<string, unknown>>;

export interface RpcRequest {
  readonly kind: 'request';
  readonly id: RequestId;
  readonly method: string;
  readonly params: Params;
}
export interface RpcNotification {
  readonly kind: 'notification';
  readonly method: string;
  readonly params: Params;
}
export interface RpcResponse {
  readonly kind: 'response';
  /** Absent in an error that could not read the id. */
  readonly id: RequestId | undefined;
  readonly result?: Params;
  readonly error?: RpcError;
}
/** Not a message. `id` is there when it could be read, so that the answer can name it. */
export interface InvalidMessage {
  readonly kind: 'invalid';
  readonly id: RequestId | undefined;
  readonly error: RpcError;
  /** It was to be a response, so that its `id` is one of the receiver's own requests. */
  readonly isAnswer?: true;
}
export type RpcMessage = RpcRequest | RpcNotification | RpcResponse;

export function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value));
}

/** Text to message. Never throws, and what it gives is safe for recursion. */
export function parseMessage(text: string, maxDepth = safeJsonDepth): RpcMessage | InvalidMessage {
  let value: unknown;
  try {
    // Takes any depth: engines parse in a loop, or throw.
    value = JSON.parse(text);
  } catch {
    return {
      kind: 'invalid',
      id: undefined,
      error: rpcError(errorCodes.parseError, 'Parse error: expected one JSON-RPC message in JSON.'),
    };
  }
  return readMessage(value, maxDepth);
}

/** A parsed JSON value to message. Batches do not exist in either revision. */
export function readMessage(value: unknown, maxDepth = safeJsonDepth): RpcMessage | InvalidMessage {
  if (Array.isArray(value)) return invalid(undefined, 'expected one message, got an array: batches are not supported');
  if (!isObject(value)) return invalid(undefined, `expected an object, got ${value === null ? 'null' : typeof value}`);
  const { id, method, params, result, error } = value;
  const readId = isRequestId(id) ? id : undefined;
  const isAnswer = method === undefined && (result !== undefined || error !== undefined);
  if (isDeeperThan(value, maxDepth))
    return invalid(readId, `expected at most ${maxDepth} levels of objects and arrays`, isAnswer);
  if (value['jsonrpc'] !== '2.0') return invalid(readId, 'expected "jsonrpc": "2.0"', isAnswer);
  if (method === undefined) return readResponse(value, readId);
  if (typeof method !== 'string') return invalid(readId, 'expected "method" to be a string');
  if (params !== undefined && !isObject(params)) return invalid(readId, 'expected "params" to be an object');
  if (id === undefined) return { kind: 'notification', method, params: params ?? {} };
  if (readId === undefined) return invalid(undefined, 'expected "id" to be a string or an integer');
  return { kind: 'request', id: readId, method, params: params ?? {} };
}

function readResponse(value: Params, id: RequestId | undefined): RpcResponse | InvalidMessage {
  const { result, error } = value;
  if (isObject(result) && error === undefined && id !== undefined) return { kind: 'response', id, result };
  if (
    result === undefined &&
    isObject(error) &&
    Number.isInteger(error['code']) &&
    typeof error['message'] === 'string'
  ) {
    return { kind: 'response', id, error: rpcError(error['code'] as number, error['message'], error['data']) };
  }
  const isAnswer = result !== undefined || error !== undefined;
  return invalid(id, 'expected "method", or a response with either "result" or "error"', isAnswer);
}

function invalid(id: RequestId | undefined, what: string, isAnswer = false): InvalidMessage {
  const error = rpcError(errorCodes.invalidRequest, `Invalid request: ${what}.`);
  return { kind: 'invalid', id, error, ...(isAnswer && id !== undefined ? { isAnswer } : {}) };
}

/** `{"jsonrpc":"2.0","method":"notifications/progress","params":{…}}` */
export function encodeNotification(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params });
}

export function encodeRequest(id: RequestId, method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

export function encodeResult(id: RequestId, result: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result });
}

/** Without a readable id the member is absent, in both revisions. */
export function encodeError(id: RequestId | undefined, error: RpcError): string {
  return JSON.stringify(id === undefined ? { jsonrpc: '2.0', error } : { jsonrpc: '2.0', id, error });
}
