import { isRequestId, methods } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { onNotification } from '../../seen/observe.js';
import { name, show } from '../../seen/show.js';
import { spec2026 } from '../../seen/spec-url.js';

export const serverCancels2026: PassiveCheck = {
  rule: {
    id: 'CAN-03 CAN-12',
    severity: 'must',
    title: '2026: a server cancels nothing but a subscriptions/listen request',
    specUrl: spec2026('basic/patterns/cancellation#behavior-requirements'),
  },
  create: (report) =>
    onNotification(methods.cancelled, ({ frame, traffic, notification: { params } }) => {
      // With a session beside it, it may be meant for a question of the server.
      if (traffic.session.initialize || !traffic.session.isModern) return;
      const { requestId } = params;
      const request = isRequestId(requestId) ? traffic.requests.byId(requestId) : undefined;
      if (request?.method === 'subscriptions/listen') return;
      if (isRequestId(requestId) && traffic.requests.wasForgotten(requestId)) return;
      report({
        text: `Expected the id of a subscriptions/listen request, got ${request ? name(request) : show(requestId)}.`,
        frames: [request?.frame, frame],
        about: request,
      });
    }),
};
