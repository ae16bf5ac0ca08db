import { setTimeout as sleep } from 'node:timers/promises';
import { FusionError } from '@mcpfusion/core';
import { AccountFile, type Account } from './account.js';
import type { Env, Order } from './env.js';

export interface RequestOptions {
  readonly signal: AbortSignal;
}

/** A request that comes again with its key changes nothing, and gets the same answer. */
export interface OnceOptions extends RequestOptions {
  readonly idempotencyKey: string;
}

const latencyMs = 40;
const reservedForMs = 3_600_000;

/** Stands in for a cloud provider. Its account is in the memory of this process, or in a file. */
export class Cloud {
  readonly #account: AccountFile;

  constructor(path?: string) {
    this.#account = new AccountFile(path);
  }

  /** Reserves an environment. */
  async create(order: Order, { signal, idempotencyKey }: OnceOptions): Promise<Env> {
    await sleep(latencyMs, undefined, { signal });
    return this.#account.change((account) => {
      const known = account.keys[idempotencyKey];
      if (known !== undefined) {
        account.requests.push(`create ${known} again`);
        return find(account, known);
      }
      const id = `env-${++account.created}`;
      account.requests.push(`create ${id}`);
      account.keys[idempotencyKey] = id;
      const reservedUntil = new Date(Date.now() + reservedForMs).toISOString();
      const eurPerDay = 2 + Math.ceil(order.sizeGb / 10);
      return (account.envs[id] = { id, ...order, eurPerDay, state: 'reserved', reservedUntil });
    });
  }

  /** Starts what is reserved, and gives its address. */
  async start(id: string, label: string | undefined, { signal, idempotencyKey }: OnceOptions): Promise<string> {
    await sleep(latencyMs, undefined, { signal });
    return this.#account.change((account) => {
      const { region, sizeGb, eurPerDay } = find(account, id);
      account.requests.push(account.keys[idempotencyKey] === undefined ? `start ${id}` : `start ${id} again`);
      account.keys[idempotencyKey] = id;
      const named = label === undefined ? {} : { label };
      account.envs[id] = { id, region, sizeGb, eurPerDay, state: 'running', ...named };
      return `https://${id}.${region}.example.com/`;
    });
  }

  /** Needs no key: what is not there is deleted already. */
  async delete(id: string, { signal }: RequestOptions): Promise<void> {
    await sleep(latencyMs, undefined, { signal });
    this.#account.change((account) => {
      account.requests.push(`delete ${id}`);
      delete account.envs[id];
    });
  }

  list(): Env[] {
    return Object.values(this.#account.read().envs);
  }

  /** What it was asked to change so far: `create env-1`, `start env-1`. */
  requests(): readonly string[] {
    return this.#account.read().requests;
  }
}

function find({ envs }: Account, id: string): Env {
  const env = envs[id];
  if (env) return env;
  throw new FusionError('ENV_GONE', `There is no ${id} any more: it was deleted, or its reservation has ended.`, {
    recovery: 'Call env.provision for another one.',
  });
}
