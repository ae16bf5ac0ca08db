import type { PassiveCheck } from '../../passive-check.js';
import { onResponse } from '../../seen/observe.js';
import { isPastCancel } from '../../seen/request-seen.js';
import { name } from '../../seen/show.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';

/** A response within the grace may have crossed the cancel, and is right. */
export const responseAfterCancel: PassiveCheck = {
  rule: {
    id: 'CAN-15 CAN25-04',
    severity: 'should',
    title: 'A cancelled request gets no response',
    specUrl: spec2026('basic/patterns/cancellation#behavior-requirements'),
    specUrl2025: spec2025('basic/utilities/cancellation#behavior-requirements'),
  },
  create: (report) =>
    onResponse(({ frame, response, request }) => {
      if (!request?.cancelledBy || request.response || request.isTwin || !isPastCancel(request, frame)) return;
      const lateMs = Math.round(frame.atMs - request.cancelledBy.atMs);
      report({
        text:
          `Expected no response to ${name(request)}, got ${response.error ? 'an error' : 'a result'} ${lateMs} ms after the cancel. ` +
          'A server should not answer a cancelled request; it may, if it could not be cancelled.',
        frames: [request.frame, request.cancelledBy, frame],
        about: request,
      });
    }),
};
