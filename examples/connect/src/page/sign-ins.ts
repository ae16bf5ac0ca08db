import type { IncomingMessage } from 'node:http';

/** Who is signed in at the page, by their cookie. In the memory of this process. */
export class SignIns {
  readonly #users = new Map<string, { readonly user: string; readonly endsAtMs: number }>();

  /** Gives the cookie. Forms of other sites do not send it, scripts do not see it; with TLS it is `Secure` as well. */
  open(user: string): string {
    const now = Date.now();
    for (const [id, { endsAtMs }] of this.#users) if (endsAtMs <= now) this.#users.delete(id);
    const id = crypto.randomUUID();
    this.#users.set(id, { user, endsAtMs: now + lifeMs });
    return `${name}=${id}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifeMs / 1_000}`;
  }

  /** Gives the cookie that takes it away. */
  close(request: IncomingMessage): string {
    this.#users.delete(idIn(request));
    return `${name}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`;
  }

  userOf(request: IncomingMessage): string | undefined {
    const found = this.#users.get(idIn(request));
    return found && Date.now() < found.endsAtMs ? found.user : undefined;
  }
}

const name = 'visitor';
const lifeMs = 3_600_000;

function idIn({ headers: { cookie = '' } }: IncomingMessage): string {
  return new RegExp(`(?:^|; )${name}=([\\w-]+)`).exec(cookie)?.[1] ?? '';
}
