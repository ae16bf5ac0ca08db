import { createHash, timingSafeEqual } from 'node:crypto';

interface User {
  readonly name: string;
  readonly password: string;
  readonly token: string;
}

// Two people who are easy to tell apart. A real server keeps hashes of passwords and limits how often one may be tried,
// and its MCP endpoint checks access tokens of an authorization server: what it finds out is the principal.
const users: readonly User[] = [
  { name: 'ann', password: 'ann likes tea', token: 'token-of-ann' },
  { name: 'bob', password: 'bob likes jam', token: 'token-of-bob' },
];

/** Who may sign in with these. */
export function userOfPassword(name: string, password: string): string | undefined {
  return users.find((user) => user.name === name && isSame(user.password, password))?.name;
}

/** Who calls with `Authorization: Bearer …`. */
export function userOfToken(authorization: string | undefined): string | undefined {
  const [, token = ''] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? [];
  return users.find((user) => isSame(user.token, token))?.name;
}

/** Takes the same time wherever they differ. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(first, second);
}
