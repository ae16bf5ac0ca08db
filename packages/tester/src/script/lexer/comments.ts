import { indexOutsideQuotes } from './quotes.js';

/** A line that says nothing: empty, or a comment as a whole. Takes it trimmed. */
export function isBlankOrComment(line: string): boolean {
  return line === '' || line.startsWith('#') || line.startsWith('//');
}

/** A comment at the end needs a blank before its mark, so that `a#b` and `http://x` stay; a tab does not do. */
export function stripComment(line: string): string {
  const afterHash = cutAt(line, ' #');
  return cutAt(afterHash, ' //');
}

function cutAt(line: string, mark: string): string {
  const index = indexOutsideQuotes(line, mark);
  return index === -1 ? line : line.slice(0, index);
}
