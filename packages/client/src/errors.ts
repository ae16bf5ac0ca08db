import { isObject, type RpcError } from '@mcpfusion/protocol';

/** The server answered a request with a JSON-RPC error. `message` is the server's own text. */
export class RpcFailure extends Error {
  override readonly name: string = 'RpcFailure';
  readonly code: number;
  readonly data: unknown;

  constructor(error: RpcError) {
    super(error.message);
    this.code = error.code;
    this.data = error.data;
  }
}

/** This client gave the call up. `cause` is what the caller gave as the reason. */
export class CallCancelled extends Error {
  override readonly name = 'CallCancelled';

  constructor(reason: unknown) {
    const text = reasonText(reason);
    super(text === undefined ? 'The call was cancelled.' : `The call was cancelled: ${text}`, { cause: reason });
  }
}

/** No answer came in time. `limit` says which clock ran out: the idle one, or the hard maximum. */
export class CallTimedOut extends Error {
  override readonly name = 'CallTimedOut';
  readonly timeoutMs: number;
  readonly limit: 'timeout' | 'maximum';

  constructor(method: string, timeoutMs: number, limit: 'timeout' | 'maximum') {
    super(`${method} got no answer within ${timeoutMs} ms${limit === 'maximum' ? ' in all' : ''}.`);
    this.timeoutMs = timeoutMs;
    this.limit = limit;
  }
}

/** The answer cannot come any more: the process ended, or the stream did. */
export class ConnectionLost extends Error {
  override readonly name: string = 'ConnectionLost';
  /** stdio: the last lines of the server's stderr, which the message ends with. Otherwise empty. */
  readonly stderrLines: readonly string[];

  constructor(message: string, { stderrLines = [], ...options }: ConnectionLostOptions = {}) {
    super(message, options);
    this.stderrLines = stderrLines;
  }
}

interface ConnectionLostOptions extends ErrorOptions {
  readonly stderrLines?: readonly string[];
}

/** An HTTP answer that holds no response to the request. */
export class HttpFailure extends ConnectionLost {
  override readonly name = 'HttpFailure';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The JSON-RPC error of a body that names no id, if that is what the body is. */
  readonly error: RpcError | undefined;

  constructor(
    what: string,
    answer: { status: number; headers: Readonly<Record<string, string>>; body: string },
    error?: RpcError,
  ) {
    super(what);
    this.status = answer.status;
    this.headers = answer.headers;
    this.body = answer.body;
    this.error = error;
  }
}

/** The server has answered, and what it says cannot be used: lists in circles, a version that was not offered. */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer';
}

/** A page that a user has to visit before a request can succeed. */
export interface RequiredUrl {
  readonly message: string;
  readonly url: string;
  readonly elicitationId: string;
}

/**
 * 2025: the server does not go on before its user has visited these pages; once they are done, the request may be
 * made again. Nothing of it is done here: no page is opened.
 */
export class UrlElicitationRequired extends RpcFailure {
  override readonly name = 'UrlElicitationRequired';
  readonly elicitations: readonly RequiredUrl[];

  constructor(error: RpcError) {
    super(error);
    const { elicitations } = isObject(error.data) ? error.data : {};
    this.elicitations = (Array.isArray(elicitations) ? (elicitations as unknown[]) : []).filter(isRequiredUrl);
  }
}

function isRequiredUrl(value: unknown): value is RequiredUrl {
  if (!isObject(value)) return false;
  const { message, url, elicitationId } = value;
  return typeof message === 'string' && typeof url === 'string' && typeof elicitationId === 'string';
}

/** The text of an abort reason that may go on the wire: a string, or what an Error says. Anything else has none. */
export function reasonText(reason: unknown): string | undefined {
  if (typeof reason === 'string') return reason;
  return reason instanceof Error && typeof reason.message === 'string' && reason.message !== ''
    ? reason.message
    : undefined;
}
