import type { Client, Frame } from '@mcpfusion/client';
import { isObject, type RpcNotification } from '@mcpfusion/protocol';
import type { Connection } from '../../connection/connection.js';
import { acknowledged, awaited, completion, listChanges } from '../../listening/list-changes.js';
import { openListening, type Listening, type ListeningOptions } from '../../listening/open-listening.js';

const maxKept = 1_000;

/** The notifications that a script can wait for, which a connection has brought and nobody has taken yet. */
export class Notifications {
  readonly #client: Client;
  readonly #options: ListeningOptions;
  readonly #kept: string[] = [];
  readonly #waiting = new Set<() => void>();
  readonly #stopListening: () => void;
  #listening: Promise<Listening> | undefined;
  #opened: Listening | undefined;

  /** The signal gives up the way that is opened, while it opens. */
  constructor({ client, target }: Pick<Connection, 'client' | 'target'>, signal: AbortSignal) {
    this.#client = client;
    this.#options = { timeoutMs: target.timeoutMs, signal };
    for (const frame of client.frames) this.#take(frame);
    this.#stopListening = client.onFrame((frame) => this.#take(frame));
  }

  /** Opens the way on which they come, where one must be opened; once. Never rejects: `whyNot` says what came of it. */
  async open(): Promise<void> {
    this.#listening ??= openListening(this.#client, this.#options);
    this.#opened = await this.#listening.catch(() => undefined);
  }

  /** Why none of that method can come; undefined if one can. */
  async whyNot(method: string): Promise<string | undefined> {
    if (method === completion)
      return this.#client.era === '2026-07-28' ? '2026-07-28 has no such notification' : undefined;
    const change = listChanges[method];
    try {
      await this.#listening;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
    if (!change || this.#client.era !== '2026-07-28') return undefined;
    const filter = this.#acknowledgement()?.params['notifications'];
    if (isObject(filter) && filter[change.key] === true) return undefined;
    return `the server does not offer ${change.key} on subscriptions/listen`;
  }

  /** Takes the oldest of that method. False when none has come in time, or the signal fired. */
  take(method: string, timeoutMs: number, signal: AbortSignal): Promise<boolean> {
    if (this.#takeKept(method)) return Promise.resolve(true);
    if (signal.aborted || timeoutMs <= 0) return Promise.resolve(false);
    return new Promise((resolve) => {
      const finish = (isThere: boolean): void => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        signal.removeEventListener('abort', giveUp);
        resolve(isThere);
      };
      const look = (): void => {
        if (this.#takeKept(method)) finish(true);
      };
      const giveUp = (): void => finish(false);
      const timer = setTimeout(giveUp, timeoutMs);
      signal.addEventListener('abort', giveUp);
      this.#waiting.add(look);
    });
  }

  /** Never rejects. What is not open yet ends with the connection. */
  async close(): Promise<void> {
    this.#stopListening();
    await this.#opened?.close();
  }

  #take({ direction, message }: Frame): void {
    if (direction !== 'in' || message?.kind !== 'notification' || !awaited.includes(message.method)) return;
    this.#kept.push(message.method);
    if (this.#kept.length > maxKept) this.#kept.shift();
    for (const look of this.#waiting) look();
  }

  #takeKept(method: string): boolean {
    const index = this.#kept.indexOf(method);
    if (index !== -1) this.#kept.splice(index, 1);
    return index !== -1;
  }

  #acknowledgement(): RpcNotification | undefined {
    for (const { direction, message } of this.#client.frames) {
      if (direction === 'in' && message?.kind === 'notification' && message.method === acknowledged) return message;
    }
    return undefined;
  }
}
