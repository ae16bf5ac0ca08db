import { pathToFileURL } from 'node:url';
import { UsageError } from '../exit/tester-error.js';

/**
 * A root as scripts and the command line write it. Throws `UsageError`; `where` says whose word it is.
 *
 * Source: 2025-11-25 and 2026-07-28, Roots, Root: the URI is a file:// URI.
 */
export function readRoot(where: string, uri: string): string {
  if (/^file:\/\//i.test(uri) && URL.canParse(uri)) return uri;
  const hint = uri.startsWith('/') ? `; is it ${pathToFileURL(uri).href}?` : '';
  throw new UsageError(`${where}: expected a file:// URI, got ${JSON.stringify(uri)}${hint}`);
}
