import type { InputNeed } from '@mcpfusion/protocol';
import type { AnyHandler } from './handler.js';
import type { InputSpec, OutputSpec } from './schema.js';
import type { AnyMiddleware } from './middleware.js';

/** `query` reads and runs beside others; `mutation` changes and runs one at a time; `action` is neither. */
export type ToolKind = 'query' | 'mutation' | 'action';

/** Hints for hosts. Source: 2026-07-28, schema, ToolAnnotations. */
export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

export interface ToolIcon {
  /** `https:` or `data:`. */
  readonly src: string;
  readonly mimeType?: string;
  /** `48x48`, `any`. */
  readonly sizes?: readonly string[];
  readonly theme?: 'light' | 'dark';
}

/** How many calls run at once and how many may wait. */
export interface Concurrency<TInput = never> {
  /** At least 1. */
  readonly max: number;
  /** Waiters beyond this are refused with `SERVER_BUSY`. Default: no bound. */
  readonly queue?: number;
  /** Counts apart for each value: `(input) => input.tenant`. Default: one count. */
  readonly key?: (input: TInput) => string;
}

/** How a tool asks its user. */
export interface Interactive {
  /** What the client must be able to do for the tool to be run at all. */
  readonly needs: readonly InputNeed[];
  readonly onRefusal: 'end' | 'reenter';
}

/** Of `.interactive()`. */
export interface InteractiveOptions {
  /**
   * What the client must be able to do: without it the call is refused before the handler runs. Default: nothing, and
   * the call fails when it asks.
   */
  readonly needs?: readonly InputNeed[];
  /** A user who declines or cancels ends the call (default), or the handler runs again and finds that out by `inputResponse()`. */
  readonly onRefusal?: 'end' | 'reenter';
}

/**
 * What a builder ends in: plain frozen data, read by the call engine. `TInput` is
 * what its handler gets, `TArguments` what a caller gives: defaults may be absent
 * there, and a schema may still change the values.
 */
export interface ToolDefinition<TInput = unknown, TResult = unknown, TContext = never, TArguments = TInput> {
  readonly kind: ToolKind;
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly icons: readonly ToolIcon[] | undefined;
  readonly annotations: ToolAnnotations;
  readonly input: InputSpec;
  readonly output: OutputSpec | undefined;
  readonly middleware: readonly AnyMiddleware[];
  readonly concurrency: Concurrency | undefined;
  /** The key that calls exclude each other by. Undefined: the tool's own name for mutations, none otherwise. */
  readonly serializeBy: ((input: never) => string) | undefined;
  /** Of running time: neither the queue nor a person counts. */
  readonly timeoutMs: number | undefined;
  /** Undefined: the handler never asks. */
  readonly interactive: Interactive | undefined;
  readonly handler: AnyHandler;
  /** No run-time part: what the tool takes, gives and needs. */
  readonly [signature]?: Signature<TInput, TResult, TContext, TArguments> | undefined;
}

interface Signature<TInput, TResult, TContext, TArguments> {
  readonly input: TInput;
  readonly result: TResult;
  readonly needs: (ctx: TContext) => void;
  // A method, since its parameter is compared both ways: a list may hold tools of any arguments.
  takes(given: TArguments): void;
}

declare const signature: unique symbol;

/** What the tool's handler gets. */
export type ToolInput<TTool> = TTool extends ToolDefinition<infer TInput, unknown, never, unknown> ? TInput : never;
/** What a caller gives: `ctx.call(tool, …)`. */
export type ToolArguments<TTool> =
  TTool extends ToolDefinition<unknown, unknown, never, infer TArguments> ? TArguments : never;
export type ToolResult<TTool> = TTool extends ToolDefinition<unknown, infer TResult, never, unknown> ? TResult : never;
