import type { PassiveCheck } from '../../passive-check.js';
import { onNotification } from '../../seen/observe.js';
import { name } from '../../seen/show.js';
import { spec2026 } from '../../seen/spec-url.js';
import { acknowledged, openSubscriptions, subscriptionOf } from '../../seen/subscriptions.js';

/** The order is that of a subscription: on a shared channel what belongs to others comes between. */
export const acknowledgedFirst: PassiveCheck = {
  rule: {
    id: 'SUB-02',
    severity: 'must',
    title: '2026: a subscription begins with notifications/subscriptions/acknowledged',
    specUrl: spec2026('basic/patterns/subscriptions#acknowledgment'),
  },
  create: (report) => {
    const begun = new WeakSet<object>();
    return onNotification(undefined, ({ frame, traffic, notification: { method, params } }) => {
      const own = subscriptionOf(frame, traffic, params);
      // An acknowledgement that does not say of what may be that of each.
      if (!own && method === acknowledged) for (const open of openSubscriptions(frame, traffic)) begun.add(open);
      if (!own || begun.has(own)) return;
      begun.add(own);
      if (method === acknowledged) return;
      report({
        text: `Expected ${acknowledged} as the first message of ${name(own)}, got ${method}.`,
        frames: [own.frame, frame],
        about: own,
      });
    });
  },
};
