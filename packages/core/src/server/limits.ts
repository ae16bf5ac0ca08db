import { check, integer, type Checks } from './check-options.js';

/** What one client may cost. */
export interface LimitOptions {
  /** Levels of objects and arrays in one message; a deeper one is refused (`-32600`). 1 to 1000, default 64. */
  readonly maxJsonDepth?: number;
  /**
   * What may wait for a slow reader, in bytes, before its log messages do not: on
   * HTTP for each stream, which ends; on stdio they are dropped. Default 4 MiB.
   */
  readonly maxUnsentBytes?: number;
}

export const defaultLimits = { maxJsonDepth: 64, maxUnsentBytes: 4 * 1024 * 1024 } as const;

export const limitChecks: Checks<LimitOptions> = {
  maxJsonDepth: integer(1, 1_000),
  maxUnsentBytes: check.size,
};
