import { isRequestId, methods } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { onNotification } from '../../seen/observe.js';
import { name, show } from '../../seen/show.js';
import { spec2025 } from '../../seen/spec-url.js';

export const serverCancels2025: PassiveCheck = {
  rule: {
    id: 'CAN25-01',
    severity: 'must',
    title: '2025: a server cancels only requests that it has sent itself',
    specUrl: spec2025('basic/utilities/cancellation#behavior-requirements'),
  },
  create: (report) =>
    onNotification(methods.cancelled, ({ frame, traffic, notification: { params } }) => {
      if (!traffic.session.initialize) return;
      const { requestId } = params;
      if (isRequestId(requestId) && traffic.serverRequestIds.has(requestId)) return;
      const request = isRequestId(requestId) ? traffic.requests.byId(requestId) : undefined;
      // Ends a subscription of the newer revision on the same channel.
      if (request?.method === 'subscriptions/listen') return;
      const got = request ? `${name(request)}, which the client has sent` : show(requestId);
      report({
        text: `Expected the id of a request that the server has sent, got ${got}.`,
        frames: [request?.frame, frame],
        about: request,
      });
    }),
};
