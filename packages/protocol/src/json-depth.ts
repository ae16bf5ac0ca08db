/** What every recursion over JSON can take, with room to spare: a stack holds some 5,000 levels. */
export const safeJsonDepth = 1_000;

/**
 * Whether a JSON value has more levels of objects and arrays than that:
 * `1` has none, `{}` one, `{ a: [] }` two. Goes no deeper than `maxDepth`, which is at most `safeJsonDepth`.
 */
export function isDeeperThan(value: unknown, maxDepth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (maxDepth <= 0) return true;
  if (Array.isArray(value)) {
    for (const member of value as unknown[]) if (isDeeperThan(member, maxDepth - 1)) return true;
    return false;
  }
  // Without the list that Object.values would make: every message passes here.
  for (const key in value) {
    if (isDeeperThan((value as Record<string, unknown>)[key], maxDepth - 1)) return true;
  }
  return false;
}
