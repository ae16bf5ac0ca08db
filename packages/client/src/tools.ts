import { isObject, methods, type Params } from '@mcpfusion/protocol';
import type { CallOptions } from './call-options.js';

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

export interface ListedTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: Params;
  readonly outputSchema?: Params;
  readonly annotations?: Params;
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

/** A list longer than this is taken for one that never ends. */
const maxPages = 1_000;

/** Every page of `tools/list`. Fails on a cursor that leads back to a page already seen. */
export async function listAllTools(
  request: (method: string, params: Params, options?: CallOptions) => Promise<Params>,
  options?: CallOptions,
): Promise<ListedTool[]> {
  const tools: ListedTool[] = [];
  const seen = new Set<string>();
  let params: Params = {};
  for (let page = 1; page <= maxPages; page++) {
    const result = await request(methods.toolsList, params, options);
    if (Array.isArray(result['tools'])) tools.push(...(result['tools'] as unknown[]).filter(isTool));
    const cursor = result['nextCursor'];
    if (typeof cursor !== 'string') return tools;
    if (seen.has(cursor))
      throw new Error(`${methods.toolsList} goes in circles: it gave the cursor "${cursor}" twice.`);
    seen.add(cursor);
    params = { cursor };
  }
  throw new Error(`${methods.toolsList} has more than ${maxPages} pages.`);
}

function isTool(value: unknown): value is ListedTool {
  return isObject(value) && typeof value['name'] === 'string';
}
