import type { RpcError, RpcResponse, RequestId } from '@mcpfusion/protocol';

/** Told once of the answer to a request of ours. */
export type AnswerTaker = (answer: { readonly result?: unknown; readonly error?: RpcError }) => void;

/** Requests to one client that are open: those of a stdio connection or of a 2025 HTTP session. */
export class Questions {
  readonly #open = new Map<RequestId, AnswerTaker>();
  #lastId = 0;
  /** Answered, and waits for a visit to end. */
  waiting = 0;

  get size(): number {
    return this.#open.size + this.waiting;
  }

  /** Gives the id to ask under: it is ours, and never the same again. */
  open(take: AnswerTaker): RequestId {
    const id = ++this.#lastId;
    this.#open.set(id, take);
    return id;
  }

  /** An answer to nothing that is open is left alone: it may have crossed with our taking it back. */
  answer({ id, result, error }: RpcResponse): void {
    const take = id === undefined ? undefined : this.#open.get(id);
    if (id === undefined || !take) return;
    this.#open.delete(id);
    take(error ? { error } : { result });
  }

  /** False: it was answered. */
  close(id: RequestId): boolean {
    return this.#open.delete(id);
  }
}
