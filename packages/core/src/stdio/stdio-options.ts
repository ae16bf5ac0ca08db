import { check, millisecondsUpTo, type Checks } from '../server/check-options.js';
import { limitChecks, type LimitOptions } from '../server/limits.js';

export interface StdioOptions extends LimitOptions {
  /**
   * How long an answer waits after the last progress of its call, in ms. The official
   * clients lose progress that comes in the same chunk as the result. At most 60000, default 5; 0: not at all.
   */
  readonly resultGapMs?: number;
  /** Longest line, in bytes; longer ones are answered and skipped. Default 4 MiB. */
  readonly maxLineBytes?: number;
  /** How long running calls may take to answer after the end of stdin, in ms; then they are cancelled. Default 250. */
  readonly eofDrainMs?: number;
  /**
   * How long running calls may take to end after SIGTERM, and then a slow reader to
   * take the answers (at least 2 s), in ms. Default 10000.
   */
  readonly drainMs?: number;
}

export const stdioDefaults = { resultGapMs: 5, maxLineBytes: 4 * 1024 * 1024, eofDrainMs: 250 } as const;

export const stdioChecks: Checks<StdioOptions> = {
  ...limitChecks,
  // An answer that waits for ever would never be written.
  resultGapMs: millisecondsUpTo(60_000),
  maxLineBytes: check.size,
  eofDrainMs: check.duration,
  drainMs: check.duration,
};
