import type { PassiveCheck } from '../../passive-check.js';
import { onProgress } from '../../seen/observe.js';
import { name } from '../../seen/show.js';
import { spec2025 } from '../../seen/spec-url.js';

export const progressRelatedStream: PassiveCheck = {
  rule: {
    id: 'SHT25-14 SHT25-17',
    severity: 'should',
    title: '2025 over HTTP: progress comes on the stream of its request, not on another',
    specUrl: spec2025('basic/transports#sending-messages-to-the-server'),
  },
  create: (report) =>
    onProgress(({ frame, traffic, request }) => {
      if (request?.era !== '2025-11-25' || !frame.http) return;
      if (request.streamIds.includes(frame.http.streamId)) return;
      const other = traffic.streamRequest(frame);
      report({
        text: `Expected the progress of ${name(request)} on the stream of its POST, it came on ${other ? `that of ${name(other)}` : `the stream of a ${frame.http.method}`}.`,
        frames: [request.frame, other?.frame ?? traffic.openedBy(frame), frame],
        about: request,
      });
    }),
};
