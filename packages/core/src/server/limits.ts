import { check, integer, type Checks } from './check-options.js';

/** What one client may cost. */
export interface LimitOptions {
  /**
   * Requests without an answer at once, of a stdio connection or an HTTP endpoint; more are refused at once with
   * `SERVER_BUSY` (HTTP 503). Notifications never are. Default 20,000.
   */
  readonly maxInFlight?: number;
  /** Levels of objects and arrays in one message; a deeper one is refused (`-32600`). 1 to 1000, default 64. */
  readonly maxJsonDepth?: number;
  /**
   * What may wait for a slow reader, in bytes. On HTTP for each stream: it ends. On stdio log messages are dropped,
   * and no more calls are read until the client has read. Default 4 MiB.
   */
  readonly maxUnsentBytes?: number;
}

export const defaultLimits = { maxInFlight: 20_000, maxJsonDepth: 64, maxUnsentBytes: 4 * 1024 * 1024 } as const;

export const limitChecks: Checks<LimitOptions> = {
  maxInFlight: check.positive,
  maxJsonDepth: integer(1, 1_000),
  maxUnsentBytes: check.size,
};
