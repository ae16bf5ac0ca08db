import type { CancelledError, FusionError } from '../errors.js';
import type { ContentBlock } from '../handler/content.js';

/** The answer of a call that went well. */
export interface ToolAnswer {
  readonly content: readonly ContentBlock[];
  /** What the handler returned; with an output schema, what the schema made of it. */
  readonly value: unknown;
}

/** How a call ended. Turned into wire shapes once, at the edge. */
export type Outcome =
  | { readonly kind: 'complete'; readonly answer: ToolAnswer }
  | { readonly kind: 'failed'; readonly error: FusionError }
  | { readonly kind: 'cancelled'; readonly reason: CancelledError };
