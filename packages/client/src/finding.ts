import type { Frame } from './frame.js';

/** What came in and should not have. The client goes on; whoever judges the server reads these. */
export interface Finding {
  readonly kind: FindingKind;
  readonly text: string;
  /** Undefined where it was more than one frame that showed it. */
  readonly frame?: Frame;
}

export type FindingKind =
  /** Not a JSON-RPC message; on stdio, a stray line on stdout. */
  | 'invalid-message'
  /** An error or a result that names no id. */
  | 'response-without-id'
  /** No request of that id was ever sent; 7 and "7" are two ids. */
  | 'unknown-id'
  /** The request was answered before. */
  | 'second-response'
  /** The request had been cancelled, or had timed out. */
  | 'late-response'
  /** It came on the HTTP stream of another request. */
  | 'wrong-stream'
  /** No active request carries that token. */
  | 'unknown-progress-token'
  /** The call of that token was over. */
  | 'late-progress'
  /** Its `x-mcp-header` marks break the rules: over HTTP it must not be used. */
  | 'refused-tool'
  /** A request from a server of the revision in which servers ask nothing. */
  | 'unexpected-request';
