/** What every recursion over JSON can take, with room to spare: a stack holds some 5,000 levels. */
export const safeJsonDepth = 1_000;

/**
 * Whether a JSON value has more levels of objects and arrays than that:
 * `1` has none, `{}` one, `{ a: [] }` two. Level by level, so that no depth is too much for it.
 */
export function isDeeperThan(value: unknown, maxDepth: number): boolean {
  let level = isNested(value) ? [value] : [];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > maxDepth) return true;
    const below: object[] = [];
    for (const nested of level) {
      for (const member of Array.isArray(nested) ? (nested as unknown[]) : Object.values(nested)) {
        if (isNested(member)) below.push(member);
      }
    }
    level = below;
  }
  return false;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
