import { errorCodes, rpcError, type RpcError } from '@mcpfusion/protocol';
import type { Log } from '../handler/log.js';

const messages = { maxInFlight: 'Too many requests.', maxSessions: 'Too many sessions.' } as const;

// A flood must not become one in the log.
const quietMs = 60_000;

/** What is refused because a limit is reached. The server's own log is told of the first at once, and of more once a minute. */
export class Refusals {
  readonly #log: Log;
  readonly #told = new Map<string, { atMs: number; refused: number }>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Counts, and gives the error that answers. */
  add(limit: keyof typeof messages): RpcError {
    const nowMs = performance.now();
    let told = this.#told.get(limit);
    if (!told) this.#told.set(limit, (told = { atMs: Number.NEGATIVE_INFINITY, refused: 0 }));
    told.refused++;
    if (nowMs - told.atMs >= quietMs) {
      this.#log.warning('requests were refused: a limit is reached', { limit, refused: told.refused });
      told.atMs = nowMs;
      told.refused = 0;
    }
    return rpcError(errorCodes.internalError, messages[limit], { code: 'SERVER_BUSY' });
  }
}
