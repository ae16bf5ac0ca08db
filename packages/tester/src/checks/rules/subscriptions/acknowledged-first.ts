import type { PassiveCheck } from '../../passive-check.js';
import { onNotification } from '../../seen/observe.js';
import { name } from '../../seen/show.js';
import { spec2026 } from '../../seen/spec-url.js';

/** HTTP: on a shared channel notifications of other requests come between. */
export const acknowledgedFirst: PassiveCheck = {
  rule: {
    id: 'SUB-02',
    severity: 'must',
    title: '2026: a subscription begins with notifications/subscriptions/acknowledged',
    specUrl: spec2026('basic/patterns/subscriptions#acknowledgment'),
  },
  create: (report) => {
    const begun = new WeakSet<object>();
    return onNotification(undefined, ({ frame, traffic, notification: { method } }) => {
      const own = traffic.streamRequest(frame);
      if (own?.method !== 'subscriptions/listen' || begun.has(own)) return;
      begun.add(own);
      if (method === 'notifications/subscriptions/acknowledged') return;
      report({
        text: `Expected notifications/subscriptions/acknowledged as the first message of ${name(own)}, got ${method}.`,
        frames: [own.frame, frame],
        about: own,
      });
    });
  },
};
