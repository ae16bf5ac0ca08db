import type { PassiveCheck } from '../../passive-check.js';
import { show } from '../../seen/show.js';
import { spec2025 } from '../../seen/spec-url.js';

/** The same event again on a GET is a stream resumed, and right. */
export const eventIdsUnique: PassiveCheck = {
  rule: {
    id: 'SHT25-20',
    severity: 'must',
    title: '2025 over HTTP: the ids of events are unique across all streams of the session',
    specUrl: spec2025('basic/transports#resumability-and-redelivery'),
  },
  create: (report) => (frame, traffic) => {
    const { direction, http } = frame;
    if (direction !== 'in' || http?.eventId === undefined || http.eventId === '') return;
    const first = traffic.eventIds.first(http.eventId);
    // A new session starts anew.
    if (!first || (traffic.session.initializeResult && first.atMs < traffic.session.initializeResult.atMs)) return;
    if (traffic.streamRequest(frame)?.era === '2026-07-28') return;
    report({
      text: `Expected an event id of its own, got ${show(http.eventId)} again.`,
      frames: [first, frame],
      about: report,
    });
  },
};
