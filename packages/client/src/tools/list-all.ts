import { UnusableAnswer } from '../errors.js';
import { isObject, methods, type Params } from '@mcpfusion/protocol';

/** A tool as the server listed it. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: Params;
  readonly outputSchema?: Params;
  readonly annotations?: Params;
  readonly [key: string]: unknown;
}

/** A list longer than this is taken for one that never ends. */
const maxPages = 1_000;

/** Every page of `tools/list`. Fails on a cursor that leads back to a page already seen. */
export async function listAllTools(
  request: (method: string, params: Params) => Promise<Params>,
): Promise<ListedTool[]> {
  const tools: ListedTool[] = [];
  const seen = new Set<string>();
  let params: Params = {};
  for (let page = 1; page <= maxPages; page++) {
    const result = await request(methods.toolsList, params);
    if (Array.isArray(result['tools'])) tools.push(...(result['tools'] as unknown[]).filter(isTool));
    const cursor = result['nextCursor'];
    if (typeof cursor !== 'string') return tools;
    if (seen.has(cursor))
      throw new UnusableAnswer(`${methods.toolsList} goes in circles: it gave the cursor "${cursor}" twice.`);
    seen.add(cursor);
    params = { cursor };
  }
  throw new UnusableAnswer(`${methods.toolsList} has more than ${maxPages} pages.`);
}

function isTool(value: unknown): value is ListedTool {
  return isObject(value) && typeof value['name'] === 'string';
}
