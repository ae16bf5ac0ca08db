/** Method names that we speak, and the params that more than one place writes. */
import type { ProgressToken } from './envelope.js';
import type { RequestId } from './json-rpc.js';
import type { LogLevel } from './log-level.js';

export const methods = {
  initialize: 'initialize',
  initialized: 'notifications/initialized',
  ping: 'ping',
  discover: 'server/discover',
  toolsList: 'tools/list',
  toolsCall: 'tools/call',
  setLevel: 'logging/setLevel',
  cancelled: 'notifications/cancelled',
  progress: 'notifications/progress',
  message: 'notifications/message',
  /** 2025-11-25 alone. */
  elicitationComplete: 'notifications/elicitation/complete',
} as const;

export interface ProgressParams {
  readonly progressToken: ProgressToken;
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

export interface LogMessageParams {
  readonly level: LogLevel;
  readonly logger?: string;
  readonly data: unknown;
}

export interface CancelledParams {
  readonly requestId: RequestId;
  readonly reason?: string;
}

/** Source: 2025-11-25, Elicitation, Completion Notifications for URL Mode Elicitation. */
export interface ElicitationCompleteParams {
  readonly elicitationId: string;
}
