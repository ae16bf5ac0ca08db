import type { PassiveCheck } from '../../passive-check.js';
import { onServerRequest } from '../../seen/observe.js';
import { show } from '../../seen/show.js';
import { spec2025 } from '../../seen/spec-url.js';

export const serverRequestIds: PassiveCheck = {
  rule: {
    id: 'RPC-08',
    severity: 'must',
    title: '2025: a server gives each of its requests an id of its own',
    specUrl: spec2025('basic#requests'),
  },
  create: (report) =>
    onServerRequest(({ frame, traffic, message: { id, method } }) => {
      const other = traffic.serverRequestIds.get(id);
      if (!other || !traffic.session.initialize) return;
      report({
        text: `Expected an id that the server has not used in this session, got ${show(id)} again, for ${method}.`,
        frames: [other, frame],
        about: other,
      });
    }),
};
