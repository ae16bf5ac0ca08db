import type { PassiveCheck } from '../../passive-check.js';
import { quote } from '../../seen/show.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';

export const httpAccepted: PassiveCheck = {
  rule: {
    id: 'SHT-11 SHT25-06',
    severity: 'must',
    title: 'HTTP: an accepted notification or response is answered with 202 and no body',
    specUrl: spec2026('basic/transports/streamable-http#sending-messages'),
    specUrl2025: spec2025('basic/transports#sending-messages-to-the-server'),
  },
  create: (report) => (frame, traffic) => {
    const { direction, http, raw } = frame;
    if (direction !== 'in' || http?.method !== 'POST' || http.end !== undefined) return;
    const opener = traffic.openedBy(frame);
    const kind = opener?.message?.kind;
    const { status = 0 } = http;
    if ((kind !== 'notification' && kind !== 'response') || status < 200 || status >= 300) return;
    if (status === 202 && raw === '') return;
    const body = raw === '' ? 'no body' : `the body ${quote(raw)}`;
    report({
      text: `Expected 202 and no body in answer to a ${kind}, got ${status} and ${body}.`,
      frames: [opener, frame],
      about: report,
    });
  },
};
