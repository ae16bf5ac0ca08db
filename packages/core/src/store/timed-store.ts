import type { JsonValue } from '@mcpfusion/protocol';
import { FusionError } from '../errors.js';
import { startTimer } from '../timer.js';
import type { KvStore } from './kv-store.js';

/** How long a store may take for one operation, in ms: calls wait for it with slot and key in hand. */
export const storeTimeoutMs = 5_000;

/** A store whose operations reject with `SERVER_BUSY` when they take too long. What they do then is not known. */
export class TimedStore implements KvStore {
  readonly #store: KvStore;

  constructor(store: KvStore) {
    this.#store = store;
  }

  get isShared(): boolean {
    return this.#store.isShared;
  }

  put(key: string, value: JsonValue, ttlMs: number, options?: { readonly ifAbsent?: boolean }): Promise<boolean> {
    return inTime(this.#store.put(key, value, ttlMs, options));
  }

  get(key: string): Promise<JsonValue | undefined> {
    return inTime(this.#store.get(key));
  }

  take(key: string): Promise<JsonValue | undefined> {
    return inTime(this.#store.take(key));
  }
}

function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = startTimer(() => {
      const message = `The store of this server did not answer within ${storeTimeoutMs / 1_000} s.`;
      reject(new FusionError('SERVER_BUSY', message, { retryAfterSeconds: 5 }));
    }, storeTimeoutMs);
    Promise.resolve(work)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
