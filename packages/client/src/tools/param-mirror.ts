import { encodeHeaderValue, findParamHeaders, isObject, type ParamHeader, type Params } from '@mcpfusion/protocol';
import type { Headers } from '../http/headers.js';
import type { ListedTool } from './list-all.js';

/** Why a tool may not be used over HTTP. */
export interface RefusedTool {
  readonly name: string;
  readonly why: string;
}

/**
 * The arguments that a tool's schema wants repeated in `Mcp-Param-*` headers, as
 * far as the tools were listed.
 *
 * Source: 2026-07-28, Streamable HTTP, Custom Headers from Tool Parameters.
 */
export class ParamMirror {
  readonly #byTool = new Map<string, readonly ParamHeader[]>();

  /** Takes a list over what was known, and gives the tools whose marks break the rules. */
  learn(tools: readonly ListedTool[]): RefusedTool[] {
    const refused: RefusedTool[] = [];
    this.#byTool.clear();
    for (const { name, inputSchema = {} } of tools) {
      try {
        const headers = findParamHeaders(inputSchema);
        if (headers.length > 0) this.#byTool.set(name, headers);
      } catch (error) {
        refused.push({ name, why: error instanceof Error ? error.message : String(error) });
      }
    }
    return refused;
  }

  /** `{ 'mcp-param-region': 'us-west1' }`. An argument that is absent, null or no primitive has no header. */
  headersFor(tool: string, args: Params): Headers {
    const entries = (this.#byTool.get(tool) ?? []).flatMap(({ header, path }) => {
      let value: unknown = args;
      for (const key of path) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
      const isPrimitive = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
      return isPrimitive ? [[header, encodeHeaderValue(String(value))] as const] : [];
    });
    return Object.fromEntries(entries);
  }
}
