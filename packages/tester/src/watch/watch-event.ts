import type { Frame } from '@mcpfusion/client';
import type { LogLevel, ProgressToken, RequestId } from '@mcpfusion/protocol';
import type { Finding } from '../checks/finding.js';

/** What a person who watches a connection wants to see, in the order of the wire. Times are `performance.now()`. */
export type WatchEvent =
  | { readonly type: 'frame'; readonly frame: Frame }
  | { readonly type: 'call-started'; readonly call: WatchedCall; readonly atMs: number }
  | { readonly type: 'progress'; readonly call: WatchedCall | undefined; readonly progress: ProgressSeen }
  | { readonly type: 'log'; readonly log: LogSeen }
  | {
      readonly type: 'cancelled';
      readonly call: WatchedCall;
      /** How the server was told: 2026 over HTTP by the closed stream, everywhere else by a notification. */
      readonly how: 'notification' | 'closed stream';
      readonly reason: string | undefined;
      readonly atMs: number;
    }
  | { readonly type: 'call-ended'; readonly call: WatchedCall; readonly end: CallEndSeen; readonly atMs: number }
  | { readonly type: 'stderr'; readonly text: string }
  | { readonly type: 'finding'; readonly finding: Finding };

/** One `tools/call` on the wire. */
export interface WatchedCall {
  readonly id: RequestId;
  readonly tool: string;
  readonly progressToken: ProgressToken | undefined;
  readonly startedAtMs: number;
}

export interface ProgressSeen {
  readonly token: ProgressToken;
  readonly progress: number;
  readonly total: number | undefined;
  readonly message: string | undefined;
  readonly atMs: number;
}

export interface LogSeen {
  readonly level: LogLevel;
  readonly logger: string | undefined;
  readonly data: unknown;
  readonly atMs: number;
}

/** How the server answered; `lost`: it did not, and will not. A cancelled call has no such end: nothing comes. */
export type CallEndSeen = 'result' | 'tool-error' | 'input-required' | 'rpc-error' | 'lost';
