import type { PassiveCheck } from '../../passive-check.js';
import { onResponse } from '../../seen/observe.js';
import { name } from '../../seen/show.js';
import { spec2025 } from '../../seen/spec-url.js';

/** A GET that resumes the stream of the request counts as that stream. */
export const responseOwnStream: PassiveCheck = {
  rule: {
    id: 'SHT-15 SHT25-18 SHT25-22',
    severity: 'must',
    title: 'HTTP: a response comes in answer to the POST of its request, or where that stream is resumed',
    specUrl: spec2025('basic/transports#listening-for-messages-from-the-server'),
  },
  create: (report) =>
    onResponse(({ frame, traffic, request }) => {
      if (!request || !frame.http || request.response) return;
      if (request.streamIds.includes(frame.http.streamId)) return;
      const other = traffic.streamRequest(frame);
      const opener = traffic.openedBy(frame);
      // A GET with an event id that is not remembered may resume any stream.
      const isResuming = Object.keys(opener?.http?.headers ?? {}).some((key) => key.toLowerCase() === 'last-event-id');
      if (isResuming || opener?.message?.kind === 'invalid') return;
      report({
        text: `Expected the response to ${name(request)} on its own stream, it came on ${other ? `that of ${name(other)}` : `the stream of a ${frame.http.method}`}.`,
        frames: [request.frame, other?.frame ?? opener, frame],
        about: request,
      });
    }),
};
