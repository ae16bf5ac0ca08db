/** A request to connect an account. */
export interface Link {
  /** Who was asked: nobody else may answer. */
  readonly principal: string;
  /** The program that asks, in its own words, which nobody has checked. */
  readonly asker: string;
  readonly expiresAtMs: number;
  answer?: Answer;
}

export type Answer = 'approved' | 'refused';

export interface Account {
  readonly address: string;
  readonly asker: string;
}

/** Who was asked to connect an account, and whose is connected. In the memory of this process; a real one is a database. */
export class Links {
  readonly #links = new Map<string, Link>();
  readonly #accounts = new Map<string, Account>();
  readonly #ttlMs: number;

  constructor({ ttlMs = 30 * 60_000 }: { readonly ttlMs?: number } = {}) {
    this.#ttlMs = ttlMs;
  }

  /** Gives an id that says nothing and cannot be guessed: all that the address of the page may carry. */
  begin(principal: string, asker: string): string {
    this.#forgetOld();
    const id = crypto.randomUUID();
    this.#links.set(id, { principal, asker, expiresAtMs: Date.now() + this.#ttlMs });
    return id;
  }

  find(id: string): Readonly<Link> | undefined {
    return this.#links.get(id);
  }

  /** False: it was answered before, or too late. */
  answer(id: string, answer: Answer): boolean {
    const link = this.#links.get(id);
    if (!link || !isOpen(link)) return false;
    link.answer = answer;
    const { principal, asker } = link;
    if (answer === 'approved') this.#accounts.set(principal, { address: `${principal}@post.example`, asker });
    return true;
  }

  accountOf(principal: string): Account | undefined {
    return this.#accounts.get(principal);
  }

  #forgetOld(): void {
    for (const [id, { expiresAtMs }] of this.#links) if (expiresAtMs + this.#ttlMs < Date.now()) this.#links.delete(id);
  }
}

export function isOpen({ answer, expiresAtMs }: Link): boolean {
  return answer === undefined && Date.now() < expiresAtMs;
}
