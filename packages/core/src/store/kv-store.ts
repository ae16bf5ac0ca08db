import type { JsonValue } from '@mcpfusion/protocol';

/**
 * Small values with an end, for what must outlive a call: states that were used, and states too large to travel.
 * Every operation may reject; the call then fails and nothing is run.
 */
export interface KvStore {
  /** All processes that serve the same clients see the same values. */
  readonly isShared: boolean;
  /** Forgotten after `ttlMs`. False: `ifAbsent`, and the key is there; then nothing has changed. */
  put(key: string, value: JsonValue, ttlMs: number, options?: { readonly ifAbsent?: boolean }): Promise<boolean>;
  /** Undefined for what is not there, or not any more. */
  get(key: string): Promise<JsonValue | undefined>;
  /** Gets and forgets: of any number of takers one gets it. */
  take(key: string): Promise<JsonValue | undefined>;
}
