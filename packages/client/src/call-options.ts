import type { LogLevel, LogMessageParams, Params, ProgressParams, ProgressToken, RequestId } from '@mcpfusion/protocol';
import type { HeaderChanges } from './carrier.js';

/** How one request is sent and followed. */
export interface CallOptions {
  /** Aborting it cancels the call. Its reason goes on the wire when it is a string or an Error. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ProgressParams) => void) | undefined;
  /**
   * Log messages of this call. HTTP: those on its own stream. On a shared channel
   * a log message names no call, so these are all that come while the call runs.
   */
  readonly onLog?: ((log: LogMessageParams) => void) | undefined;
  /** 2026 only: sent in `_meta`. In 2025 the level is the session's: `client.setLogLevel`. */
  readonly logLevel?: LogLevel | undefined;
  /** 0 means none. The client's `requestTimeoutMs` by default. */
  readonly timeoutMs?: number | undefined;
  /** Each progress message starts the timeout anew. */
  readonly resetTimeoutOnProgress?: boolean | undefined;
  /** The end in any case. 0 means none. One hour by default. */
  readonly maxTimeoutMs?: number | undefined;
  /** `false`: none. By default one that no other call has, on every `tools/call` and where progress is wanted. */
  readonly progressToken?: ProgressToken | false | undefined;
  /** Added to `_meta`; wins over what the client puts there, and `undefined` takes a key away. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /** By default the next integer, from 1. */
  readonly id?: RequestId | undefined;
  readonly headers?: HeaderChanges | undefined;
  /** `callTool` in 2026: told of each result that asks for input before it is answered, with its number from 1; not where the same visit is waited for. */
  readonly onInputRound?: ((round: number, result: Params) => void) | undefined;
  /** How often the server may ask for input before the call is given up. 8 by default. */
  readonly maxInputRounds?: number | undefined;
  /** Giving the call up, by signal or timeout, is not told to the server. */
  readonly isSilent?: boolean | undefined;
}
