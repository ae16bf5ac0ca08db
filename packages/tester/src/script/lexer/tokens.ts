import { scanQuotes } from './quotes.js';

/** The line cannot be split into tokens. */
export class OpenQuote extends Error {
  override readonly name = 'OpenQuote';
}

/**
 * Splits a line without comments: `echo "a b"c ''` is `['echo', 'a bc', '']`.
 *
 * Blanks and tabs separate, quotes may open anywhere and join with what stands beside them. A non-breaking space is
 * part of a token. Throws `OpenQuote`.
 */
export function tokenize(line: string): string[] {
  const tokens: string[] = [];
  let token: string | undefined;
  let open: string | undefined;
  for (const { inside, isQuoteMark, text } of scanQuotes(line)) {
    open = inside;
    if (isQuoteMark) token ??= '';
    else if (inside === undefined && (text === ' ' || text === '\t')) {
      if (token !== undefined) tokens.push(token);
      token = undefined;
    } else token = (token ?? '') + text;
  }
  if (open !== undefined) throw new OpenQuote(`expected a closing ${open}, the line ends inside quotes`);
  if (token !== undefined) tokens.push(token);
  return tokens;
}
