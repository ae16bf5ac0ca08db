import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Env } from './env.js';

export interface Account {
  /** What was asked for, in order: `create env-1`, `create env-1 again`. */
  readonly requests: string[];
  readonly envs: Record<string, Env>;
  /** The environment of each idempotency key. */
  readonly keys: Record<string, string>;
  /** How many environments there were. */
  created: number;
}

/**
 * Keeps the account of the stand-in cloud. With a path it is a file, which processes one after the other find as it was
 * left; at the same time they would lose changes, for which a real cloud has a database.
 */
export class AccountFile {
  readonly #path: string | undefined;
  #text = JSON.stringify({ requests: [], envs: {}, keys: {}, created: 0 } satisfies Account);

  constructor(path: string | undefined) {
    this.#path = path;
  }

  read(): Account {
    const account = JSON.parse(this.#read()) as Account;
    const now = Date.now();
    for (const { id, reservedUntil } of Object.values(account.envs))
      if (reservedUntil !== undefined && Date.parse(reservedUntil) <= now) delete account.envs[id];
    return account;
  }

  /** Keeps what `change` does, unless it throws. */
  change<T>(change: (account: Account) => T): T {
    const account = this.read();
    const result = change(account);
    this.#text = JSON.stringify(account, undefined, 2);
    if (this.#path !== undefined) {
      // Whole or not at all, whenever the process ends.
      writeFileSync(`${this.#path}.new`, this.#text);
      renameSync(`${this.#path}.new`, this.#path);
    }
    return result;
  }

  #read(): string {
    if (this.#path === undefined) return this.#text;
    try {
      return readFileSync(this.#path, 'utf8');
    } catch (error) {
      // The first change makes it.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return this.#text;
      throw error;
    }
  }
}
