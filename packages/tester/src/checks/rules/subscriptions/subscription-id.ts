import { isRequestId } from '@mcpfusion/protocol';
import type { Frame } from '@mcpfusion/client';
import type { PassiveCheck } from '../../passive-check.js';
import { onNotification } from '../../seen/observe.js';
import { show } from '../../seen/show.js';
import { spec2026 } from '../../seen/spec-url.js';
import {
  acknowledged,
  filterMembers,
  openSubscriptions,
  subscriptionIdIn,
  subscriptionIdKey,
  subscriptionOf,
  tellsInSubscriptions,
} from '../../seen/subscriptions.js';
import type { Traffic } from '../../traffic.js';

/** Judged on the stream of a listen request; on a shared channel where the notification can belong to nothing else. */
export const subscriptionId: PassiveCheck = {
  rule: {
    id: 'SUB-03 SUB-05',
    severity: 'must',
    title: '2026: a notification of a subscription carries its subscriptionId',
    specUrl: spec2026('basic/patterns/subscriptions#receiving-notifications'),
  },
  create: (report) =>
    onNotification(undefined, ({ frame, traffic, notification: { method, params } }) => {
      // Log messages and progress do not belong there at all.
      if (method === 'notifications/message' || method === 'notifications/progress') return;
      const own = subscriptionOf(frame, traffic, params);
      const id = subscriptionIdIn(params);
      const isRight = frame.http ? !own || id === own.id : own !== undefined || isOfNone(frame, traffic, method, id);
      if (isRight) return;
      const open = own ?? openSubscriptions(frame, traffic)[0];
      report({
        text: `Expected ${own ? show(own.id) : 'the id of a subscriptions/listen request'} as ${subscriptionIdKey} of ${method}, got ${show(id)}.`,
        frames: [open?.frame, frame],
        about: own ?? report,
      });
    }),
};

/** On a shared channel: it need not belong to a subscription, or that cannot be told. */
function isOfNone(frame: Frame, traffic: Traffic, method: string, id: unknown): boolean {
  if (!tellsInSubscriptions(frame, traffic)) return true;
  if (isRequestId(id)) {
    const named = traffic.requests.byId(id);
    return named ? named.isTwin : traffic.requests.wasForgotten(id);
  }
  if (id !== undefined || method === acknowledged) return false;
  return !filterMembers.has(method) || openSubscriptions(frame, traffic).length === 0;
}
