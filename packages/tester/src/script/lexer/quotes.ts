/** Where a scan along a line stands: outside quotes, or inside a pair. */
export type QuoteState = '"' | "'" | undefined;

export interface Piece {
  /** The quote the piece lies in; undefined outside. */
  readonly inside: QuoteState;
  readonly isQuoteMark: boolean;
  /** What it stands for: of an escape the character it writes. */
  readonly text: string;
  readonly index: number;
}

/** The characters of a line with the quotes around them. In `"…"` only `\"` and `\\` are escapes; in `'…'` nothing is. */
export function* scanQuotes(line: string): Generator<Piece> {
  let inside: QuoteState;
  for (let index = 0; index < line.length; index++) {
    const char = line.charAt(index);
    const next = line.charAt(index + 1);
    if (inside === '"' && char === '\\' && (next === '"' || next === '\\')) {
      yield { inside, isQuoteMark: false, text: next, index };
      index++;
    } else if (inside === undefined ? char === '"' || char === "'" : char === inside) {
      inside = inside === undefined ? (char as QuoteState) : undefined;
      yield { inside, isQuoteMark: true, text: '', index };
    } else {
      yield { inside, isQuoteMark: false, text: char, index };
    }
  }
}

/** The index of the first `wanted` that lies outside quotes; -1 if there is none. */
export function indexOutsideQuotes(line: string, wanted: string): number {
  for (const { inside, isQuoteMark, index } of scanQuotes(line)) {
    if (inside === undefined && !isQuoteMark && line.startsWith(wanted, index)) return index;
  }
  return -1;
}
