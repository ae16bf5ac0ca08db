import type { Client, RunningCall } from '@mcpfusion/client';
import type { LogMessageParams, ProgressParams } from '@mcpfusion/protocol';

/** A request of the script, running or over, with what came of it. Times are `performance.now()`. */
export interface CallRecord {
  /** How messages name it: `call_tool echo`. */
  readonly what: string;
  readonly client: Client;
  readonly call: RunningCall;
  readonly startedAtMs: number;
  readonly progress: ProgressParams[];
  /** Of its own stream over HTTP in 2026, everywhere else all that came while it ran. */
  readonly logs: LogMessageParams[];
  end: CallEnd | undefined;
}

export interface CallEnd {
  readonly how: 'answered' | 'failed' | 'given up';
  /**
   * Given up: when all was read that had come before. What comes after this is told by a server that has been told,
   * but for what was under way.
   */
  readonly atMs: number;
}
