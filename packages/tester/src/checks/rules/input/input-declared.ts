import { isObject } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { onInputRequired } from '../../seen/on-input-required.js';
import { show } from '../../seen/show.js';
import { spec2026 } from '../../seen/spec-url.js';
import { capabilityOf } from '../session/server-request-capabilities.js';

export const inputDeclared: PassiveCheck = {
  rule: {
    id: 'MRT-14',
    severity: 'must',
    title: '2026: a server asks only for input that the request declares',
    specUrl: spec2026('basic/patterns/mrtr#server-requirements-basic-workflow'),
  },
  create: (report) =>
    onInputRequired(({ frame, result: { inputRequests }, request }) => {
      if (!isObject(inputRequests)) return;
      for (const [key, asked] of Object.entries(inputRequests)) {
        const method = isObject(asked) ? asked['method'] : undefined;
        const needed = typeof method === 'string' && Object.hasOwn(capabilityOf, method) ? capabilityOf[method] : '';
        if (!needed || Object.hasOwn(request.capabilities, needed)) continue;
        report({
          text: `Expected no ${String(method)} (input request ${show(key)}), as the request does not declare "${needed}".`,
          frames: [request.frame, frame],
          about: request,
        });
      }
    }),
};
