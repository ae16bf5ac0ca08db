import type { PassiveCheck } from '../../passive-check.js';
import { spec2026 } from '../../seen/spec-url.js';

export const noBuffering: PassiveCheck = {
  rule: {
    id: 'SHT-18',
    severity: 'should',
    title: '2026 over HTTP: an event stream says X-Accel-Buffering: no',
    specUrl: spec2026('basic/transports/streamable-http#receiving-messages'),
  },
  create: (report) => (frame, traffic) => {
    const { direction, http } = frame;
    if (direction !== 'in' || http?.headers['content-type']?.includes('text/event-stream') !== true) return;
    const own = traffic.streamRequest(frame);
    if (!traffic.session.isModern || own?.era !== '2026-07-28') return;
    if (http.headers['x-accel-buffering']?.trim().toLowerCase() === 'no') return;
    report({
      text: `Expected X-Accel-Buffering: no on the event stream, got ${http.headers['x-accel-buffering'] ?? 'none'}.`,
      frames: [own.frame, frame],
      about: report,
    });
  },
};
