import { isAtLeast, isLogLevel } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { onLog } from '../../seen/observe.js';
import { spec2025 } from '../../seen/spec-url.js';

/** The page and the schema say so without a keyword, so it is a SHOULD at most. */
export const logThreshold2025: PassiveCheck = {
  rule: {
    id: 'LOG25-02',
    severity: 'should',
    title: '2025: after logging/setLevel no log message below that level',
    specUrl: spec2025('server/utilities/logging#setting-log-level'),
  },
  create: (report) =>
    onLog(({ frame, traffic, params: { level } }) => {
      if (!isLogLevel(level) || traffic.streamRequest(frame)?.era === '2026-07-28') return;
      const running = [...traffic.requests.inFlight];
      // On a shared channel it may be the log of a request of the newer revision.
      if (!frame.http && running.some(({ era }) => era === '2026-07-28')) return;
      const least = traffic.logLevel.leastFor(frame, running);
      if (least === undefined || isAtLeast(level, least)) return;
      const { setBy } = traffic.logLevel;
      report({
        text: `Expected log messages at ${least} or above, got one at ${level}.`,
        frames: [setBy?.frame, setBy?.response, frame],
        about: setBy,
      });
    }),
};
