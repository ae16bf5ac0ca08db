import type { PassiveCheck } from '../../passive-check.js';
import { name } from '../../seen/show.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';

export const httpContentType: PassiveCheck = {
  rule: {
    id: 'SHT-13 SHT25-07',
    severity: 'must',
    title: 'HTTP: a request is answered with application/json or text/event-stream',
    specUrl: spec2026('basic/transports/streamable-http#sending-messages'),
    specUrl2025: spec2025('basic/transports#sending-messages-to-the-server'),
  },
  create: (report) => (frame, traffic) => {
    const { direction, http } = frame;
    if (direction !== 'in' || http?.method !== 'POST' || http.end !== undefined) return;
    const own = traffic.streamRequest(frame);
    const { status = 0, headers } = http;
    if (!own || status < 200 || status >= 300) return;
    const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
    if (type === 'application/json' || type === 'text/event-stream') return;
    report({
      text: `Expected application/json or text/event-stream in answer to ${name(own)}, got ${type || 'no content type'} (HTTP ${status}).`,
      frames: [own.frame, frame],
      about: own,
    });
  },
};
