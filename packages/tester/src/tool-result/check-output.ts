import type { CallResult, ListedTool } from '@mcpfusion/client';
import { validateJson } from '../json/validate-json.js';

/**
 * What is wrong with the structured content of a result, in one line; undefined when nothing is. The result of a tool
 * without output schema, and a tool error, need none.
 *
 * Sources: 2025-11-25 and 2026-07-28, Tools, Output Schema.
 */
export async function checkOutput(tool: ListedTool | undefined, result: CallResult): Promise<string | undefined> {
  const schema = tool?.outputSchema;
  if (tool === undefined || schema === undefined || result.isError) return undefined;
  // 2026: a question is no answer yet.
  if (result.resultType !== undefined && result.resultType !== 'complete') return undefined;
  if (result.structuredContent === undefined) {
    return `The tool ${tool.name} has an output schema, but its result has no structuredContent.`;
  }
  let problems: string[];
  try {
    problems = await validateJson(schema, result.structuredContent);
  } catch (error) {
    return `The output schema of ${tool.name} cannot be used: ${error instanceof Error ? error.message : String(error)}`;
  }
  if (problems.length === 0) return undefined;
  return `The structuredContent of ${tool.name} does not match its output schema: ${problems.join('; ')}`;
}
