import type { Links } from './accounts/links.js';

/** What this application hands to its tools with each call. */
export interface AppContext {
  readonly links: Links;
  /** The address of the consent page for this id. */
  readonly pageUrl: (id: string) => string;
}
