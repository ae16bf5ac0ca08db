import type { InvalidMessage, RpcMessage } from '@mcpfusion/protocol';

/** One message on the wire, right or wrong, as it was sent or came in. */
export interface Frame {
  readonly direction: 'in' | 'out';
  /** `performance.now()` of this process. */
  readonly atMs: number;
  /** The text as it was on the wire, without its framing (line feed, `data:`). */
  readonly raw: string;
  /** Undefined: an HTTP message that carries none, such as a 202, a GET, or an event with empty data. */
  readonly message: RpcMessage | InvalidMessage | undefined;
  readonly http?: HttpPart;
}

/** What HTTP says beside the message. */
export interface HttpPart {
  /** Counts the HTTP exchanges of one client: request and answer share a number. */
  readonly streamId: number;
  readonly method: string;
  /** Of the answer; undefined on the way out. */
  readonly status: number | undefined;
  /** Out: as they were sent. In: names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The `id` of a server-sent event. */
  readonly eventId?: string;
  /**
   * The exchange is over, and this frame says only that. `closed`: this side closed the socket, which in 2026 cancels
   * the request. `complete`: an event stream ended as it should. `broken`: it ended in the middle.
   */
  readonly end?: 'closed' | 'complete' | 'broken';
}
