/** The life of a call, in the order in which it may happen. */
export type CallPhase =
  | 'accepted'
  | 'queued'
  | 'granted'
  | 'started'
  | 'yielded'
  | 'abort seen'
  | 'finally started'
  | 'finally ended'
  | 'settled'
  | 'abandoned'
  | 'freed';

export interface CallEvent {
  readonly phase: CallPhase;
  /** Counts the calls of this server, from 1. */
  readonly callNumber: number;
  readonly tool: string;
  /** `performance.now()`. */
  readonly atMs: number;
}

export type CallObserver = (event: CallEvent) => void;
