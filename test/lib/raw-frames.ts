/** What tests look at in a message from a server. */
export interface RawFrame {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: RawResult;
  readonly error?: RawError;
}

export interface RawResult {
  readonly resultType?: string;
  readonly isError?: boolean;
  readonly content?: readonly { readonly text: string }[];
  readonly _meta?: Record<string, { readonly code?: string } | undefined>;
  readonly inputRequests?: Record<string, RawQuestion>;
  readonly requestState?: string;
}

export interface RawQuestion {
  readonly method: string;
  readonly params: Record<string, unknown>;
}

export interface RawError {
  readonly code: number;
  readonly message: string;
  readonly data?: { readonly code?: string; readonly requiredCapabilities?: object };
}

/** Everything that a client can declare. */
export const everyCapability = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} };

/** `complete: …`, `INPUT_DECLINED`, `-32602`, `asks a, b`: how a call ended, in one line. */
export function endOf({ result, error }: Pick<RawFrame, 'result' | 'error'>): string {
  if (error) return String(error.code);
  if (result?.resultType === 'input_required') return `asks ${Object.keys(result.inputRequests ?? {}).join(', ')}`;
  if (result?.isError) return result._meta?.['dev.mcpfusion/error']?.code ?? 'an error without a code';
  return `complete: ${result?.content?.map(({ text }) => text).join('') ?? ''}`;
}

export function isQuestion({ id, method }: RawFrame): boolean {
  return id !== undefined && method !== undefined;
}

/** The ids of questions that were taken back, in their order. */
export function takenBack(frames: readonly RawFrame[]): unknown[] {
  return frames.filter(({ method }) => method === 'notifications/cancelled').map(({ params }) => params?.['requestId']);
}
