import { isObject } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { onNotification } from '../../seen/observe.js';
import { show } from '../../seen/show.js';
import { spec2026 } from '../../seen/spec-url.js';

const key = 'io.modelcontextprotocol/subscriptionId';

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
      const own = traffic.streamRequest(frame);
      const isOfListen = frame.http
        ? own?.method === 'subscriptions/listen'
        : method === 'notifications/subscriptions/acknowledged';
      // Log messages and progress do not belong there at all.
      if (!isOfListen || method === 'notifications/message' || method === 'notifications/progress') return;
      const meta = isObject(params['_meta']) ? params['_meta'] : {};
      const id = meta[key];
      if (own ? id === own.id : typeof id === 'string' || typeof id === 'number') return;
      report({
        text: `Expected ${own ? show(own.id) : 'the id of a request'} as ${key} of ${method}, got ${show(id)}.`,
        frames: [own?.frame, frame],
        about: own ?? report,
      });
    }),
};
