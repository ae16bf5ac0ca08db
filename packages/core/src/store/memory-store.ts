import type { JsonValue } from '@mcpfusion/protocol';
import { FusionError } from '../errors.js';
import type { KvStore } from './kv-store.js';

export interface MemoryStoreOptions {
  /** Of keys and values, as JSON, together. Default 64 Mi characters. Then `put` rejects with `SERVER_BUSY`. */
  readonly maxChars?: number;
  /** Milliseconds since some start. Default `performance.now()`. */
  readonly nowMs?: () => number;
}

export const memoryStoreDefaults = { maxChars: 64 * 1024 * 1024 } as const;

interface Entry {
  /** As JSON: what is kept must not change with what was given. */
  readonly json: string;
  readonly endsAtMs: number;
}

// What a short entry costs beside its text.
const entryChars = 200;

/** The store of one process: what it keeps ends with it. */
export function createMemoryStore(options: MemoryStoreOptions = {}): KvStore {
  return new MemoryStore(options);
}

class MemoryStore implements KvStore {
  readonly isShared = false;
  readonly #maxChars: number;
  readonly #nowMs: () => number;
  readonly #entries = new Map<string, Entry>();
  #chars = 0;
  /** Nothing ends before. */
  #firstEndMs = Number.POSITIVE_INFINITY;

  constructor({ maxChars = memoryStoreDefaults.maxChars, nowMs = () => performance.now() }: MemoryStoreOptions) {
    this.#maxChars = maxChars;
    this.#nowMs = nowMs;
  }

  // Not async functions: what is done is done when they return, so that nothing comes between.
  put(key: string, value: JsonValue, ttlMs: number, { ifAbsent = false } = {}): Promise<boolean> {
    if (ifAbsent && this.#find(key)) return Promise.resolve(false);
    const json = JSON.stringify(value);
    const known = this.#find(key);
    const more = sizeOf(key, json) - (known ? sizeOf(key, known.json) : 0);
    this.#expire(more);
    if (this.#chars + more > this.#maxChars)
      return Promise.reject(
        new FusionError('SERVER_BUSY', 'Too much is kept for calls that wait for an answer.', {
          retryAfterSeconds: 60,
        }),
      );
    this.#forget(key);
    const endsAtMs = this.#nowMs() + ttlMs;
    this.#firstEndMs = Math.min(this.#firstEndMs, endsAtMs);
    this.#entries.set(key, { json, endsAtMs });
    this.#chars += sizeOf(key, json);
    return Promise.resolve(true);
  }

  get(key: string): Promise<JsonValue | undefined> {
    const found = this.#find(key);
    return Promise.resolve(found && (JSON.parse(found.json) as JsonValue));
  }

  take(key: string): Promise<JsonValue | undefined> {
    const found = this.get(key);
    this.#forget(key);
    return found;
  }

  #find(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (!entry || entry.endsAtMs > this.#nowMs()) return entry;
    this.#forget(key);
    return undefined;
  }

  #forget(key: string): void {
    const entry = this.#entries.get(key);
    if (entry) this.#chars -= sizeOf(key, entry.json);
    this.#entries.delete(key);
  }

  // On use instead of by a timer. The oldest stand in front, and most live equally long; when there is no room, all are looked at.
  #expire(more: number): void {
    const nowMs = this.#nowMs();
    // A full store is not walked for nothing.
    if (nowMs < this.#firstEndMs) return;
    let firstEndMs = Number.POSITIVE_INFINITY;
    for (const [key, { endsAtMs }] of this.#entries) {
      if (endsAtMs <= nowMs) this.#forget(key);
      else if (this.#chars + more <= this.#maxChars) return;
      else firstEndMs = Math.min(firstEndMs, endsAtMs);
    }
    this.#firstEndMs = firstEndMs;
  }
}

function sizeOf(key: string, json: string): number {
  return key.length + json.length + entryChars;
}
