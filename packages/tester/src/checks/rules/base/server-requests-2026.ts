import type { PassiveCheck } from '../../passive-check.js';
import { onServerRequest } from '../../seen/observe.js';
import { spec2026 } from '../../seen/spec-url.js';

export const serverRequests2026: PassiveCheck = {
  rule: {
    id: 'MRT-01 STD-07 SHT-16',
    severity: 'must',
    title: '2026: a server sends no requests; it asks in an InputRequiredResult',
    specUrl: spec2026('basic/patterns/mrtr'),
  },
  create: (report) =>
    onServerRequest(({ frame, traffic, message: { method } }) => {
      const own = traffic.streamRequest(frame);
      const isStateless = frame.http
        ? own?.era === '2026-07-28'
        : !traffic.session.initialize && traffic.session.isModern;
      if (!isStateless) return;
      report({ text: `Expected no request from the server, got ${method}.`, frames: [own?.frame, frame], about: own });
    }),
};
