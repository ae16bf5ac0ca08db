// Deeper than any honest value; what goes deeper is for JSON.stringify to refuse.
const maxDepth = 1_000;

/** Where in a value something was found, dotted, empty for the whole; and what. */
export interface Found {
  readonly path: string;
  readonly what: string;
}

/**
 * The first part of a value of which `tell` says something. Each object is looked at once, since values share parts
 * and go in circles. What has a `toJSON` of its own is not entered.
 */
export function findInside(value: unknown, tell: (part: unknown) => string | undefined): Found | undefined {
  const seen = new Set<object>();
  const look = (part: unknown, path: string, depth: number): Found | undefined => {
    const what = tell(part);
    if (what !== undefined) return { path, what };
    if (typeof part !== 'object' || part === null || depth > maxDepth || seen.has(part)) return undefined;
    seen.add(part);
    if (typeof (part as { toJSON?: unknown }).toJSON === 'function') return undefined;
    for (const key of Object.keys(part)) {
      const found = look((part as Record<string, unknown>)[key], path === '' ? key : `${path}.${key}`, depth + 1);
      if (found) return found;
    }
    return undefined;
  };
  return look(value, '', 0);
}

/** A number that JSON cannot carry: it writes it as `null`, and reads `1e400` as `Infinity`. */
export function tellNotFinite(part: unknown): string | undefined {
  return typeof part === 'number' && !Number.isFinite(part) ? 'Expected a finite number.' : undefined;
}
