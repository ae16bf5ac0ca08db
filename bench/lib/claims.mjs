/**
 * A claim is a goal, and for some a gate, on one value made of the summaries of
 * `rows`: `{ title, rows, value, unit, goal, gate, isAtLeast }`. What is past its
 * gate fails the run. Values are at most their goal, unless `isAtLeast`.
 */
export function checkClaims(claims, summaries) {
  return claims
    .filter(({ rows }) => rows.every((id) => summaries.has(id)))
    .map(({ title, rows, value: valueOf, unit, digits = 2, goal, gate, isAtLeast = false }) => {
      const value = valueOf(...rows.map((id) => summaries.get(id)));
      const isWithin = (limit) =>
        limit === undefined || (value !== undefined && (isAtLeast ? value >= limit : value <= limit));
      return { title, value, unit, digits, goal, gate, isAtLeast, isMet: isWithin(goal), isPast: !isWithin(gate) };
    });
}

/** The best of one figure. */
export const bestOf = (figure) => (row) => row.best[figure];

/** How many times the second row's best the first one's is. */
export const timesOf = (figure) => (row, other) => row.best[figure] / other.best[figure];

/** How much more than the second row's best the first one's is. */
export const moreOf = (figure) => (row, other) => row.best[figure] - other.best[figure];
