import { errorCodes, rpcError, type RpcError } from '@mcpfusion/protocol';
import type { Log } from '../handler/log.js';
import { Seldom } from './seldom.js';

const messages = { maxInFlight: 'Too many requests.', maxSessions: 'Too many sessions.' } as const;

/** What is refused because a limit is reached. The server's own log is told of the first at once, and of more once a minute. */
export class Refusals {
  readonly #seldom: Seldom;

  constructor(log: Log) {
    this.#seldom = new Seldom(log);
  }

  /** Counts, and gives the error that answers. */
  add(limit: keyof typeof messages): RpcError {
    this.#seldom.warn(limit, 'requests were refused: a limit is reached', { limit });
    return rpcError(errorCodes.internalError, messages[limit], { code: 'SERVER_BUSY' });
  }
}
