import type { PassiveCheck } from '../../passive-check.js';
import { onInputRequired } from '../../seen/on-input-required.js';
import { name } from '../../seen/show.js';
import { spec2026 } from '../../seen/spec-url.js';

const mayAsk: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

export const inputRequiredMethods: PassiveCheck = {
  rule: {
    id: 'MRT-03',
    severity: 'must',
    title: '2026: only tools/call, prompts/get and resources/read ask for input',
    specUrl: spec2026('basic/patterns/mrtr#supported-requests'),
  },
  create: (report) =>
    // Tasks ask in results of their own; an extension may say so of other methods.
    onInputRequired(({ frame, request }) => {
      if (mayAsk.has(request.method) || request.method.startsWith('tasks/')) return;
      report({
        text: `Expected a complete result of ${name(request)}, got input_required.`,
        frames: [request.frame, frame],
        about: request,
      });
    }),
};
