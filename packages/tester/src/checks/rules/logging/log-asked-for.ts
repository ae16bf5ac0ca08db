import type { PassiveCheck } from '../../passive-check.js';
import { logAudience } from '../../seen/log-audience.js';
import { onLog } from '../../seen/observe.js';
import { name, show } from '../../seen/show.js';
import { spec2026 } from '../../seen/spec-url.js';

export const logAskedFor: PassiveCheck = {
  rule: {
    id: 'LOG-02',
    severity: 'must',
    title: '2026: no log message for a request that carries no logLevel',
    specUrl: spec2026('server/utilities/logging#per-request-log-level'),
  },
  create: (report) =>
    onLog(({ frame, traffic, params }) => {
      const audience = logAudience(frame, traffic)?.filter(({ method }) => method !== 'subscriptions/listen');
      const [first] = audience ?? [];
      if (!audience || !first || audience.some((request) => request.logLevel !== undefined)) return;
      const who = audience.length === 1 ? name(first) : `any of the ${audience.length} requests that run`;
      report({
        text: `Expected no log message, as no logLevel came with ${who}; got one at ${show(params['level'])}.`,
        frames: [first.frame, frame],
        about: first,
      });
    }),
};
