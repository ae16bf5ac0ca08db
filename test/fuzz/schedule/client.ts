/** One request on its way, from its client's side. */
export interface Sent {
  /** What came back for it, or, on a pipe, for any. */
  readonly frames: readonly string[];
  /** Nothing more can come. */
  readonly isOver: boolean;
  /** Why the connection broke, when its own client did not break it. */
  readonly breach: string | undefined;
  /** Its client goes away; on a pipe, the client of all. */
  disconnect(): void;
}

/** The client of one server, over one wire. */
export interface Client {
  readonly wire: string;
  /** All requests share one stream of frames, which their order can be told from. */
  readonly isShared: boolean;
  /** A disconnect ends what was asked for. */
  readonly isTied: boolean;
  /** Ids of different requests may not be the same. */
  readonly hasOneScope: boolean;
  /** How many frames a new request finds before its own. */
  readonly written: number;
  open(): Promise<void>;
  send(text: string, method: string, tool: string): Sent;
  /** Resolves when the server has taken it. */
  cancel(id: string): Promise<void>;
  /** `undefined` where there are no sessions. */
  readonly deleteSession: (() => Promise<void>) | undefined;
  /** Everything is written that will be. */
  isWritten(): boolean;
  close(): Promise<void>;
}

export const cancelText = (id: string): string =>
  JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id, reason: 'enough' } });
