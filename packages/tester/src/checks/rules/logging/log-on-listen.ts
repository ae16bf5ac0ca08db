import type { PassiveCheck } from '../../passive-check.js';
import { logAudience } from '../../seen/log-audience.js';
import { onLog } from '../../seen/observe.js';
import { show } from '../../seen/show.js';
import { spec2026 } from '../../seen/spec-url.js';

export const logOnListen: PassiveCheck = {
  rule: {
    id: 'LOG-05',
    severity: 'must',
    title: '2026: no log message belongs to a subscriptions/listen request',
    specUrl: spec2026('server/utilities/logging#per-request-log-level'),
  },
  create: (report) =>
    onLog(({ frame, traffic }) => {
      const audience = logAudience(frame, traffic) ?? [];
      const [first] = audience;
      if (!first || audience.some(({ method }) => method !== 'subscriptions/listen')) return;
      report({
        text: `Expected no log message while only subscriptions/listen ${show(first.id)} runs.`,
        frames: [first.frame, frame],
        about: first,
      });
    }),
};
