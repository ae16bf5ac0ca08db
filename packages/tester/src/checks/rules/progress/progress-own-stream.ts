import type { PassiveCheck } from '../../passive-check.js';
import { onProgress } from '../../seen/observe.js';
import { name } from '../../seen/show.js';
import { spec2026 } from '../../seen/spec-url.js';

export const progressOwnStream: PassiveCheck = {
  rule: {
    id: 'PRG-11 SHT-15',
    severity: 'must',
    title: '2026 over HTTP: progress flows only on the response stream of its own request',
    specUrl: spec2026('basic/transports/streamable-http#receiving-messages'),
  },
  create: (report) =>
    onProgress(({ frame, traffic, request }) => {
      if (request?.era !== '2026-07-28' || !frame.http) return;
      if (request.streamIds.includes(frame.http.streamId)) return;
      const other = traffic.streamRequest(frame);
      report({
        text: `Expected the progress of ${name(request)} on its own stream, it came on ${other ? `that of ${name(other)}` : 'another'}.`,
        frames: [request.frame, other?.frame, frame],
        about: request,
      });
    }),
};
