import type { Cloud } from './cloud/cloud.js';

/** What this application hands to its tools with each call. */
export interface AppContext {
  readonly cloud: Cloud;
}
