import type { PassiveCheck } from '../../passive-check.js';
import { onProgress } from '../../seen/observe.js';
import { isPastCancel } from '../../seen/request-seen.js';
import { name } from '../../seen/show.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';

export const progressAfterCancel: PassiveCheck = {
  rule: {
    id: 'STD-10 CAN-13 CAN25-04',
    severity: 'should',
    title: 'Progress stops when the request is cancelled',
    specUrl: spec2026('basic/transports/stdio#cancellation'),
    specUrl2025: spec2025('basic/utilities/cancellation#behavior-requirements'),
  },
  create: (report) =>
    onProgress(({ frame, request }) => {
      if (!request?.cancelledBy || request.response || request.isTwin || !isPastCancel(request, frame)) return;
      const lateMs = Math.round(frame.atMs - request.cancelledBy.atMs);
      report({
        text:
          `Expected no more progress of ${name(request)}, cancelled ${lateMs} ms before. ` +
          'The transport pages forbid any further message, the cancellation page lets a server ignore the cancel of a request that cannot be cancelled.',
        frames: [request.frame, request.cancelledBy, frame],
        about: request,
      });
    }),
};
