/**
 * The life of a call, in the order in which it may happen. `finally started` and
 * `finally ended` are told when the drive makes a generator leave; a body that
 * ends by itself, because what it awaits was aborted, goes straight to `settled`.
 *
 * @experimental
 */
export type CallPhase =
  | 'accepted'
  | 'queued'
  | 'granted'
  | 'started'
  | 'yielded'
  | 'asked'
  | 'answered'
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
