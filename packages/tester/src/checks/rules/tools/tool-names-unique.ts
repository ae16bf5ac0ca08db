import { isObject } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { onResult } from '../../seen/observe.js';
import { show } from '../../seen/show.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';

/** Within one page of the list. */
export const toolNamesUnique: PassiveCheck = {
  rule: {
    id: 'TLS-S2',
    severity: 'should',
    title: 'Tool names are unique within a server',
    specUrl: spec2026('server/tools#tool-names'),
    specUrl2025: spec2025('server/tools#tool-names'),
  },
  create: (report) =>
    onResult(({ frame, result: { tools }, request }) => {
      if (request.method !== 'tools/list' || !Array.isArray(tools)) return;
      const names = tools.map((tool: unknown) => (isObject(tool) ? tool['name'] : undefined));
      const seen = new Set<unknown>();
      const twice = names.find((name) => {
        const isAgain = typeof name === 'string' && seen.has(name);
        seen.add(name);
        return isAgain;
      });
      if (twice === undefined) return;
      report({
        text: `Expected each tool once, got ${show(twice)} ${names.filter((name) => name === twice).length} times.`,
        frames: [request.frame, frame],
        about: request,
      });
    }),
};
