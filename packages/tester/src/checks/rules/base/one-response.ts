import type { PassiveCheck } from '../../passive-check.js';
import { onResponse } from '../../seen/observe.js';
import { name } from '../../seen/show.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';

export const oneResponse: PassiveCheck = {
  rule: {
    id: 'RPC-02',
    severity: 'must',
    title: 'A request gets one response',
    specUrl: spec2026('basic#responses'),
    specUrl2025: spec2025('basic#responses'),
  },
  create: (report) =>
    onResponse(({ frame, traffic, response, request }) => {
      if (!request?.response || request.isTwin || traffic.hostile.mayHold(request.id)) return;
      const lateMs = Math.round(frame.atMs - request.response.atMs);
      report({
        text: `Expected one response to ${name(request)}, got another (${response.error ? 'an error' : 'a result'}) ${lateMs} ms after the first.`,
        frames: [request.frame, request.response, frame],
        about: request,
      });
    }),
};
