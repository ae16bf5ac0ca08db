import { isObject } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { onToolResult } from '../../seen/on-tool-result.js';
import { onResult } from '../../seen/observe.js';
import { kindOf, name, show } from '../../seen/show.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';

/** 2025: an object where it is there at all. That it fits the schema is not looked at here. */
export const structuredContent: PassiveCheck = {
  rule: {
    id: 'TLS-S4',
    severity: 'must',
    title: 'A tool with an output schema gives structuredContent, in 2025 an object',
    specUrl: spec2026('server/tools#output-schema'),
    specUrl2025: spec2025('server/tools#output-schema'),
  },
  create: (report) => {
    const hasSchema = new Map<string, boolean>();
    const learn = onResult(({ result: { tools }, request }) => {
      if (request.method !== 'tools/list' || !Array.isArray(tools)) return;
      for (const tool of tools as unknown[]) {
        if (!isObject(tool) || typeof tool['name'] !== 'string') continue;
        hasSchema.set(tool['name'], isObject(tool['outputSchema']));
      }
    });
    const judge = onToolResult(({ frame, result, request }) => {
      const { structuredContent: value } = result;
      const tool = request.params['name'];
      const isPromised = typeof tool === 'string' && hasSchema.get(tool) === true && result['isError'] !== true;
      const isMissing = isPromised && value === undefined;
      const isWrongKind = request.era === '2025-11-25' && value !== undefined && !isObject(value);
      if (!isMissing && !isWrongKind) return;
      const why = isMissing ? `, as ${show(tool)} has an output schema` : ' to be an object';
      report({
        text: `Expected structuredContent in the result of ${name(request)}${why}, got ${kindOf(value)}.`,
        frames: [request.frame, frame],
        about: request,
      });
    });
    return (frame, traffic) => {
      learn(frame, traffic);
      judge(frame, traffic);
    };
  },
};
