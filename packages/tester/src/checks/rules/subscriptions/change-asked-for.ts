import { isObject } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { onNotification } from '../../seen/observe.js';
import { name } from '../../seen/show.js';
import { spec2026 } from '../../seen/spec-url.js';
import {
  filterMembers,
  holds,
  openSubscriptions,
  subscriptionIdIn,
  subscriptionOf,
  tellsInSubscriptions,
} from '../../seen/subscriptions.js';

/** On a shared channel a change that names no subscription is another check's matter while one is open. */
export const changeAskedFor: PassiveCheck = {
  rule: {
    id: 'SUB-01',
    severity: 'must',
    title: '2026: a server tells only of changes that a subscription has asked for',
    specUrl: spec2026('basic/patterns/subscriptions'),
  },
  create: (report) =>
    onNotification(undefined, ({ frame, traffic, notification: { method, params } }) => {
      const member = filterMembers.get(method);
      if (member === undefined || !tellsInSubscriptions(frame, traffic)) return;
      const own = subscriptionOf(frame, traffic, params);
      if (own) {
        const { notifications } = own.params;
        // What the server made of a filter that is none is not known.
        if (!isObject(notifications) || holds(notifications, member)) return;
        const text = `Expected no ${method}, as ${name(own)} has not asked for ${member}.`;
        return report({ text, frames: [own.frame, frame], about: own });
      }
      const other = traffic.streamRequest(frame);
      if (!other && (subscriptionIdIn(params) !== undefined || openSubscriptions(frame, traffic).length > 0)) return;
      const where = other ? `it came on the stream of ${name(other)}` : 'got one while none was open';
      report({
        text: `Expected ${method} only in a subscription, ${where}.`,
        frames: [other?.frame, frame],
        about: other ?? report,
      });
    }),
};
