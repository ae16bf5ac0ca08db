import type { Params, RpcNotification, RpcRequest, RpcResponse } from '@mcpfusion/protocol';
import type { ConnectionLost } from './errors.js';
import type { Frame } from './frame.js';
import type { HttpExchange, HttpRequest } from './http/exchange.js';
import type { Session } from './session.js';

export type TransportKind = 'stdio' | 'http' | 'memory';

/** A way to a server, not yet opened: what `stdio()`, `http()` and `memory()` give. */
export interface Transport {
  readonly kind: TransportKind;
  open(host: CarrierHost): Promise<Carrier>;
}

/** What a carrier tells its client: synchronously, in the order of the wire. */
export interface CarrierHost {
  /** The client's; the carrier reads all of it and keeps `sessionId`. */
  readonly session: Session;
  /** How long a notification or a response may take to be accepted. 0 means no limit. */
  readonly sendTimeoutMs: number;
  /** Every frame, both ways. */
  record(frame: Frame): void;
  /** A frame that came in and counts; recorded before. */
  dispatch(frame: Frame): void;
  /** Nothing can come any more, for any request. */
  lost(error: ConnectionLost): void;
  /** 2025 HTTP: the server no longer knows that session. Opens a new one, unless another call already has. */
  renewSession(lostSessionId: string): Promise<void>;
}

/** Extra HTTP headers. They replace those of the same name; `undefined` takes one away. */
export type HeaderChanges = Readonly<Record<string, string | undefined>>;

export interface OutgoingRequest {
  readonly message: RpcRequest;
  readonly text: string;
  readonly headers: HeaderChanges;
  /** The response cannot come any more. Called once at most, and not after the response. */
  readonly onEnded: (error: Error) => void;
}

/** A request on its way. */
export interface SentRequest {
  /** HTTP: the POST, then each GET that resumed it. Empty on a shared channel. */
  readonly streamIds: readonly number[];
  /** HTTP: the POST is written, so that a cancel sent now comes after it. */
  readonly flushed: Promise<void> | undefined;
  /** HTTP: its stream is over, with or without response. Undefined on a shared channel. */
  readonly streamEnded: Promise<void> | undefined;
  /** HTTP: destroys its sockets and tells the server nothing. On a shared channel it does nothing. */
  disconnect(): void;
  /** The call is over: no more reconnecting for it. */
  release(): void;
}

/** An open way to a server. */
export interface Carrier {
  readonly kind: TransportKind;
  /** stdio: of the process that was started. */
  readonly pid?: number | undefined;
  sendRequest(request: OutgoingRequest): SentRequest;
  /** Resolves when it is written; HTTP: when the server has accepted it. */
  send(message: RpcNotification | RpcResponse, text: string, headers: HeaderChanges): Promise<void>;
  /** Cancels as transport and era want it: with a notification, or by closing the stream. */
  cancel(sent: SentRequest, params: Params): Promise<void>;
  /** stdio and memory: puts the bytes on the wire as they are. */
  sendRaw?(data: string | Uint8Array): void;
  /** HTTP: any request, with exactly the headers given. */
  openHttp?(request: HttpRequest): HttpExchange;
  /** HTTP, 2025: the stream on which the server may speak of its own accord. */
  openServerStream?(): HttpExchange;
  /** stdio: the last lines the server wrote to stderr. */
  stderrTail?(): string;
  close(): Promise<void>;
}
