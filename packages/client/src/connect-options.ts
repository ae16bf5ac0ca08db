import type { Capabilities, Era, Implementation, RpcNotification } from '@mcpfusion/protocol';
import type { Finding } from './finding.js';
import type { Frame } from './frame.js';
import type { RequestHandler } from './server-requests.js';

export interface ConnectOptions {
  /** `auto` finds out, modern first. */
  readonly era: Era | 'auto';
  readonly clientInfo?: Implementation;
  /**
   * What the server may ask for. By default what `onRequest` has handlers for: forms, sampling without tools, roots. A
   * question beyond it is refused, in 2025 with -32602, in 2026 by ending the call.
   */
  readonly capabilities?: Capabilities;
  /** Of every request that says nothing else. 60,000 by default; 0 means none. */
  readonly requestTimeoutMs?: number;
  /** `auto`, stdio and memory: how long the server may take to show that it is modern. 5,000 by default. */
  readonly probeTimeoutMs?: number;
  /** Sent instead of the era's own version, and never negotiated away. */
  readonly protocolVersion?: string;
  /**
   * Answers to the server's requests, by method: in 2025 to those it sends, in 2026 to those in its results. No call
   * times out while its question is answered. An accepted form that breaks its schema is not sent.
   */
  readonly onRequest?: Readonly<Record<string, RequestHandler>>;
  readonly onNotification?: (notification: RpcNotification, frame: Frame) => void;
  /**
   * Every frame as it passes, from the first of the handshake on, also of a connection that fails to open. It must not
   * throw: it is called where bytes are read, and nobody could be told.
   */
  readonly onFrame?: (frame: Frame) => void;
  readonly onFinding?: (finding: Finding) => void;
  /** Aborted while the connection opens: the attempt is given up. Afterwards it does nothing; see `close`. */
  readonly signal?: AbortSignal | undefined;
  /** Frames kept; older ones are forgotten, and where they are large, sooner: at 64 Mi characters. 10,000 by default. */
  readonly maxFrames?: number;
  /** 2026: nothing is sent to open the connection; what the server says about itself stays unknown. */
  readonly skipDiscover?: boolean;
}
