import { isObject } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { onResult } from '../../seen/observe.js';
import { kindOf, show } from '../../seen/show.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';

export const listedTools: PassiveCheck = {
  rule: {
    id: 'TLS-S1',
    severity: 'must',
    title: 'tools/list gives an array of tools, each with a name and an inputSchema of type object',
    specUrl: spec2026('server/tools#tool'),
    specUrl2025: spec2025('server/tools#tool'),
  },
  create: (report) =>
    onResult(({ frame, result, request }) => {
      if (request.method !== 'tools/list' || result['resultType'] === 'input_required') return;
      const { tools } = result;
      const wrong = Array.isArray(tools)
        ? tools.map(wrongTool).find((found) => found !== undefined)
        : `tools to be an array, got ${kindOf(tools)}`;
      if (wrong !== undefined) report({ text: `Expected ${wrong}.`, frames: [request.frame, frame], about: request });
    }),
};

function wrongTool(tool: unknown, index: number): string | undefined {
  if (!isObject(tool)) return `tool ${index} to be an object, got ${kindOf(tool)}`;
  const { name, description, inputSchema, outputSchema } = tool;
  if (typeof name !== 'string' || name === '') return `tool ${index} to have a name, got ${kindOf(name)}`;
  if (description !== undefined && typeof description !== 'string') {
    return `description of ${show(name)} to be a string or absent, got ${kindOf(description)}`;
  }
  if (!isObject(inputSchema)) return `inputSchema of ${show(name)} to be an object, got ${kindOf(inputSchema)}`;
  if (inputSchema['type'] !== 'object') {
    return `inputSchema of ${show(name)} to have the type "object", got ${kindOf(inputSchema['type'])}`;
  }
  if (outputSchema !== undefined && !isObject(outputSchema)) {
    return `outputSchema of ${show(name)} to be an object or absent, got ${kindOf(outputSchema)}`;
  }
  return undefined;
}
