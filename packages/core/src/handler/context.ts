import type { Capabilities, Era, Implementation, Meta, RequestId } from '@mcpfusion/protocol';
import type { ToolArguments, ToolDefinition, ToolResult } from '../tool/definition.js';
import type { Log } from './log.js';
import type { ProgressReporter } from './progress.js';
import type { InputReaders } from './read-input.js';

/** Who is calling, in their own words. Not verified. */
export interface ClientInfo {
  readonly info: Implementation | undefined;
  readonly capabilities: Capabilities;
}

/** The raw request, as `contextFactory` gets it. */
export interface RequestExtra {
  /** Aborts when the call is cancelled; `reason` is a `CancelledError`. Never fires after the answer. */
  readonly signal: AbortSignal;
  readonly requestId: RequestId;
  /** The request's `_meta`. */
  readonly meta: Meta;
  /** The HTTP request's headers; empty on stdio. */
  readonly headers: Headers;
  /** Who the host says is calling; see `toNodeHandler` and `toFetchHandler`. */
  readonly principal: string | undefined;
  /** The `Mcp-Session-Id` of a 2025-11-25 HTTP session. */
  readonly sessionId: string | undefined;
  readonly client: ClientInfo;
  readonly era: Era;
  readonly protocolVersion: string;
  readonly toolName: string;
}

/** What every handler gets besides the application's own context `TApp`. */
export interface CallContext<TApp = never> extends RequestExtra, InputReaders {
  /** `yield progress(…)` for handlers that are no generators, and for helpers. */
  readonly progress: ProgressReporter;
  readonly log: Log;
  /**
   * Runs another tool inside this call, with its own key and time limit. It is
   * cancelled with this call, and ends at the latest with it. It has no progress of
   * its own unless you report it. It may need no more context than this tool's
   * application has. Gives what that tool's handler returned.
   * Throws a `FusionError` when it fails, with `DEADLOCK` if it would wait for a key that this call holds.
   */
  call<TTool extends ToolDefinition<unknown, unknown, TApp>>(
    this: void,
    tool: TTool,
    input: ToolArguments<TTool>,
    options?: NestedCallOptions,
  ): Promise<ToolResult<TTool>>;
}

export interface NestedCallOptions {
  /** Where the nested tool's progress goes, usually `ctx.progress.scope(from, to)`. Default: nowhere. */
  readonly progress?: ProgressReporter;
}
