import type { Params } from '@mcpfusion/protocol';

/** One block of a tool's answer: `{ type: 'text', text: 'done' }`. */
export interface ContentBlock {
  readonly type: string;
  readonly text?: string;
  readonly [key: string]: unknown;
}

/** The answer to `tools/call` as it came; only `content` and `isError` are filled in where they were absent. */
export interface CallResult {
  readonly content: readonly ContentBlock[];
  readonly isError: boolean;
  readonly structuredContent?: unknown;
  /** 2026: `complete`, `input_required`, `task`. */
  readonly resultType?: string;
  readonly _meta?: Params;
  readonly [key: string]: unknown;
}

export function toCallResult(result: Params): CallResult {
  const content = Array.isArray(result['content']) ? (result['content'] as ContentBlock[]) : [];
  return { ...result, content, isError: result['isError'] === true };
}

/** All text blocks, joined. */
export function textOf(result: CallResult): string {
  return result.content.map((block) => (block.type === 'text' ? (block.text ?? '') : '')).join('');
}
