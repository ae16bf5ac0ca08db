import type { PassiveCheck } from '../../passive-check.js';
import { onLog } from '../../seen/observe.js';
import { name } from '../../seen/show.js';
import { spec2026 } from '../../seen/spec-url.js';

/** HTTP: on a shared channel a log message does not say what it belongs to. */
export const logOnListen: PassiveCheck = {
  rule: {
    id: 'LOG-05',
    severity: 'must',
    title: '2026: no log message comes on the stream of a subscriptions/listen request',
    specUrl: spec2026('server/utilities/logging#per-request-log-level'),
  },
  create: (report) =>
    onLog(({ frame, traffic }) => {
      const own = traffic.streamRequest(frame);
      if (own?.method !== 'subscriptions/listen') return;
      report({
        text: `Expected no log message on the stream of ${name(own)}.`,
        frames: [own.frame, frame],
        about: own,
      });
    }),
};
