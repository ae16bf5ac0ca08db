import type { Client, RunningCall } from '@mcpfusion/client';
import type { LogMessageParams } from '@mcpfusion/protocol';
import type { CallFrames } from './call-frames.js';
import type { CallInput } from './call-input.js';
import type { CallProgress } from './call-progress.js';
import type { FirstAndLast } from './first-and-last.js';

/** A request of the script, running or over, with what came of it. */
export interface CallRecord {
  /** How messages name it: `call_tool echo`. */
  readonly what: string;
  readonly span: CallSpan;
  readonly call: Pick<RunningCall, 'owns' | 'streamEnded'>;
  readonly frames: CallFrames;
  readonly progress: CallProgress;
  readonly input: CallInput;
  /** Of its own stream over HTTP in 2026, everywhere else all that came while it ran. */
  readonly logs: FirstAndLast<LogMessageParams>;
}

/** When and where a request ran. Times are `performance.now()`. */
export interface CallSpan {
  readonly client: Client;
  readonly startedAtMs: number;
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
