import type { Frame } from '@mcpfusion/client';
import type { Era } from '@mcpfusion/protocol';
import type { Rule } from '../../finding.js';
import type { PassiveCheck } from '../../passive-check.js';
import type { RequestSeen } from '../../seen/request-seen.js';
import { name } from '../../seen/show.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';

export const streamHasResponse2026 = streamHasResponse('2026-07-28', {
  id: 'SHT-S2',
  severity: 'must',
  title: '2026 over HTTP: the answer to a request holds its response',
  specUrl: spec2026('basic/transports/streamable-http#receiving-messages'),
});

/** An event id says that the stream may be resumed, and a connection may break at any time: neither is an end. */
export const streamHasResponse2025 = streamHasResponse('2025-11-25', {
  id: 'SHT25-13',
  severity: 'should',
  title: '2025 over HTTP: the stream of a request carries its response before it ends',
  specUrl: spec2025('basic/transports#sending-messages-to-the-server'),
});

function streamHasResponse(era: Era, rule: Rule): PassiveCheck {
  return {
    rule,
    create: (report) => {
      const resumable = new WeakSet<RequestSeen>();
      return (frame, traffic) => {
        const { direction, http } = frame;
        const own = direction === 'in' ? traffic.streamRequest(frame) : undefined;
        if (!own || !http || own.era !== era) return;
        if (http.eventId !== undefined) resumable.add(own);
        if (http.method !== 'POST' || !isOver(frame) || own.response || own.cancelledBy) return;
        if (own.method === 'subscriptions/listen') return;
        if (era === '2026-07-28' && !traffic.session.isModern) return;
        if (era === '2025-11-25' && (resumable.has(own) || http.end === 'broken')) return;
        report({
          text: `Expected the response to ${name(own)} before its answer ${http.end === 'broken' ? 'broke off' : 'ended'}.`,
          frames: [own.frame, frame],
          about: own,
        });
      };
    },
  };
}

/** A stream that has begun and is over, or a JSON body without a message. */
function isOver({ http, raw }: Frame): boolean {
  const { status, end, headers = {} } = http ?? {};
  if (status === undefined || status >= 300) return false;
  return end !== undefined || (headers['content-type']?.includes('application/json') === true && raw.trim() === '');
}
