import type { InputRequests } from '@mcpfusion/protocol';
import type { CancelledError, FusionError } from '../errors.js';

/** How a call ended. Turned into wire shapes once, at the edge. */
export type Outcome =
  | {
      readonly kind: 'complete';
      /** What the handler returned, as the output schema made it. */ readonly value: unknown;
    }
  /** 2026: the client must come again with the answers and `state`. */
  | { readonly kind: 'input_required'; readonly requests: InputRequests; readonly state: string }
  | { readonly kind: 'failed'; readonly error: FusionError }
  | { readonly kind: 'cancelled'; readonly reason: CancelledError };
