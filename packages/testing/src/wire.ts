import type { CallResult, Client } from '@mcpfusion/client';
import type { Capabilities, Era, LogLevel, LogMessageParams, Params } from '@mcpfusion/protocol';
import type { ProbeState } from './fixture/probe.js';

export type WireTransport = 'memory' | 'stdio' | 'http';

/** Ours, `@modelcontextprotocol/client` 2, `@modelcontextprotocol/sdk` 1. */
export type WireClient = 'ours' | 'sdk-v2' | 'sdk-v1';

export interface WireLabels {
  readonly era: Era;
  readonly transport: WireTransport;
  readonly client: WireClient;
}

export interface WireProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

export interface WireCallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: WireProgress) => void;
  readonly onLog?: (log: LogMessageParams) => void;
  /** 2026: of this call. 2025: set for the session before it. */
  readonly logLevel?: LogLevel;
  /** No progress token, also from a client that sends one by itself. */
  readonly noProgress?: boolean;
}

/** What a server asks: `{ method: 'elicitation/create', params }`. */
export interface WireQuestion {
  readonly method: string;
  readonly params: Params;
  /** Aborted when the server takes it back. */
  readonly signal: AbortSignal | undefined;
}

/** Answers what a server asks. */
export type WireAnswerer = (question: WireQuestion) => object | Promise<object>;

/** A listed tool, as far as every client shows it. */
export interface WireTool {
  readonly name: string;
  readonly description?: string | undefined;
}

/** How a client is made. */
export interface WireClientOptions {
  readonly era: Era;
  /** What it declares: `{ elicitation: { form: {} } }`. It has handlers for that alone. */
  readonly capabilities: Capabilities;
}

/** What all clients can do. */
export interface ConnectedClient {
  readonly listTools: () => Promise<readonly WireTool[]>;
  readonly callTool: (name: string, args?: Params, options?: WireCallOptions) => Promise<CallResult>;
  readonly setLogLevel: (level: LogLevel) => Promise<void>;
  /** Who answers from now on. Before that every question is declined. Only with `capabilities`. */
  readonly answerWith: (answerer: WireAnswerer) => void;
  readonly close: () => Promise<void>;
  /** `ours` only: every frame, and every way to send wrong ones. */
  readonly raw: Client | undefined;
}

/** One client on one server, in one era, over one transport. */
export interface Wire extends WireLabels, ConnectedClient {
  /** What happened in the server's process. */
  readonly probe: () => Promise<ProbeState>;
  /** The first state that fits; fails after ten seconds. */
  readonly probeUntil: (fits: (state: ProbeState) => boolean) => Promise<ProbeState>;
  /** Opens a gate of the fixture. */
  readonly release: (gate: string) => Promise<void>;
  /** One more client of the same kind on the same server. Not on stdio, where a server has one. */
  readonly another: () => Promise<Wire>;
}
