import type { InputResponse, JsonValue } from '@mcpfusion/protocol';

/** What a journal keeps of something thrown. */
export interface RecordedError {
  /** `fusion`: for the client to see; `step`: anything else that a step threw. */
  readonly kind: 'fusion' | 'step';
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly recovery?: string;
  readonly retryAfterSeconds?: number;
  /** Of a refusal. */
  readonly action?: 'decline' | 'cancel';
  readonly key?: string;
  /** Of a client that cannot be asked. */
  readonly requiredCapabilities?: object;
  readonly elicitations?: readonly object[];
}

/**
 * One thing that a generator has done by `yield*`. `value` is absent where a step gave nothing.
 *
 *     [{ kind: 'step', name: 'create env', value: { id: 'env-1' } },
 *      { kind: 'ask', name: 'q1mYx…', answers: { '': { action: 'accept', content: { confirm: true } } } }]
 */
export type JournalEntry =
  | { readonly kind: 'step'; readonly name: string; readonly cleansUp?: true; readonly value?: JsonValue }
  /** `name` is a digest of what the user was shown. */
  | { readonly kind: 'ask'; readonly name: string; readonly answers: Readonly<Record<string, InputResponse>> }
  | { readonly kind: 'step' | 'ask'; readonly name: string; readonly cleansUp?: true; readonly error: RecordedError };
