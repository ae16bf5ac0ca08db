import { isObject } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { onInputRequired } from '../../seen/on-input-required.js';
import { kindOf, show } from '../../seen/show.js';
import { spec2026 } from '../../seen/spec-url.js';

const kinds: readonly unknown[] = ['elicitation/create', 'sampling/createMessage', 'roots/list'];

export const inputRequestKinds: PassiveCheck = {
  rule: {
    id: 'MRT-05',
    severity: 'must',
    title: '2026: each input request is elicitation/create, sampling/createMessage or roots/list',
    specUrl: spec2026('basic/patterns/mrtr#inputrequests'),
  },
  create: (report) =>
    onInputRequired(({ frame, result: { inputRequests }, request }) => {
      if (!isObject(inputRequests)) return;
      for (const [key, asked] of Object.entries(inputRequests)) {
        if (isObject(asked) && kinds.includes(asked['method'])) continue;
        const got = isObject(asked) ? `the method ${show(asked['method'])}` : kindOf(asked);
        report({
          text: `Expected input request ${show(key)} to be one of ${kinds.join(', ')}, got ${got}.`,
          frames: [request.frame, frame],
          about: request,
        });
      }
    }),
};
