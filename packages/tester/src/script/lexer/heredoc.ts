import { indexOutsideQuotes } from './quotes.js';

export interface HeredocStart {
  /** The command before the mark: `call_tool echo`. */
  readonly prefix: string;
  /** What the closing line says when it is trimmed. Quotes are part of it. */
  readonly mark: string;
}

/** Reads `call_tool echo <<TEXT`; takes the line without its comment. Undefined where `<<` stands in quotes or nowhere. */
export function heredocStart(line: string): HeredocStart | undefined {
  const index = indexOutsideQuotes(line, '<<');
  if (index === -1) return undefined;
  return { prefix: line.slice(0, index).trim(), mark: line.slice(index + 2).trim() };
}
