import type { CancelledError, FusionError } from '../errors.js';

/** How a call ended. Turned into wire shapes once, at the edge. */
export type Outcome =
  | {
      readonly kind: 'complete';
      /** What the handler returned, as the output schema made it. */ readonly value: unknown;
    }
  | { readonly kind: 'failed'; readonly error: FusionError }
  | { readonly kind: 'cancelled'; readonly reason: CancelledError };
