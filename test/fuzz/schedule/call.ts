import type { Sent } from './client.js';

/** One call of a run, and what its client may expect of it. */
export interface Call {
  readonly id: string;
  readonly tag: string;
  readonly tool: string;
  readonly token: string | undefined;
  readonly sent: Sent;
  /** Its client has cancelled it, or has ended its session; it may have been too late. */
  isCancelled: boolean;
  /** Its body was inside and had no reason to end when the server took the cancel: no answer may come. */
  isGivenUp: boolean;
  /** How many frames of it there were then. */
  framesBefore: number;
  isDisconnected: boolean;
  /** Its id was in use by a call that was sure to run on: no body may begin. */
  readonly isRefused: boolean;
}
