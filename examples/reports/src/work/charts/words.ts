/** Numbers and quarters in words, for summaries that a model reads. */

/** `135757` thousand → `135.8`. */
export function millions(thousands: number): string {
  return (thousands / 1000).toFixed(1);
}

/** `+4.8`, `-27.1`, never `-0.0`. */
export function signed(value: number): string {
  const text = value.toFixed(1).replace(/^-(0\.0)$/, '$1');
  return value > 0 ? `+${text}` : text;
}

/** `2006-Q1` → `2006 Q1`. */
export function quarterName(quarter: { readonly quarter: string } | undefined): string {
  return quarter?.quarter.replace('-', ' ') ?? '';
}

/** The items with the highest and the lowest value; `undefined` of none. */
export function extremes<TItem extends object>(
  items: readonly TItem[],
  valueOf: (item: TItem) => number,
): { readonly highest: TItem; readonly lowest: TItem } | undefined {
  const [first] = items;
  if (first === undefined) return undefined;
  let highest = first;
  let lowest = first;
  for (const item of items) {
    if (valueOf(item) > valueOf(highest)) highest = item;
    if (valueOf(item) < valueOf(lowest)) lowest = item;
  }
  return { highest, lowest };
}
