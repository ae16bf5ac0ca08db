import type { Implementation } from '../envelope.js';
import type { InputRequest } from '../input/input-request.js';
import type { Params } from '../json-rpc.js';

/** A tool as the author described it, before a revision cuts it to what its clients know. */
export interface ToolListing {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly object[];
  readonly inputSchema: object;
  readonly outputSchema?: object;
  readonly annotations?: object;
  readonly _meta?: object;
}

/** How long and for whom a result may be kept. Source: 2026-07-28, Caching. */
export interface CacheHints {
  readonly ttlMs: number;
  readonly cacheScope: 'public' | 'private';
}

/** One revision's way of writing results. */
export interface Codec {
  /** The requests a server may know in this revision. */
  readonly requestMethods: ReadonlySet<string>;
  /** A finished result as it goes on the wire. */
  completeResult(result: Params, server: Implementation): Params;
  /** The cache hints of a cacheable result, if the revision has any. */
  cacheHints(hints: CacheHints): Partial<CacheHints>;
  /** A tool as clients of `version` know tools. */
  listTool(tool: ToolListing, version: string): ToolListing;
  /** The members of a tool result that carry its structured value. */
  structuredContent(value: unknown, outputSchema: object | undefined, version: string): Params;
  /** A question as clients of `version` know it; nothing when they cannot be asked it. */
  inputRequest(request: InputRequest, version: string): InputRequest | undefined;
}
