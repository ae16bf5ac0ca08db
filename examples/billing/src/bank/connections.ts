/** Whose bank is connected, and who is on the way to it. A real one is a database and a web page. */
export class BankConnections {
  readonly #connected = new Set<string | undefined>();
  /** Who began a visit to the page, by its id. */
  readonly #visits = new Map<string, string | undefined>();

  /** Gives a page whose address says nothing: an opaque id that cannot be guessed, and no more. */
  begin(principal: string | undefined): string {
    const id = crypto.randomUUID();
    this.#visits.set(id, principal);
    return `https://billing.example/connect/${id}`;
  }

  /**
   * For the page, when its visitor is through. False: the visit is not theirs, or was finished before. The page knows its
   * visitor by its own sign-in, never by the address: whoever began the call may have sent it to somebody else.
   */
  finish(id: string, visitor: string | undefined): boolean {
    if (!this.#visits.has(id) || this.#visits.get(id) !== visitor) return false;
    this.#visits.delete(id);
    this.#connected.add(visitor);
    return true;
  }

  isConnected(principal: string | undefined): boolean {
    return this.#connected.has(principal);
  }

  /** As it was when the process started. */
  reset(): void {
    this.#connected.clear();
    this.#visits.clear();
  }
}

/** Those of this process. */
export const bank = new BankConnections();
