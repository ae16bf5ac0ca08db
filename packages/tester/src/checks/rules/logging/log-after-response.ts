import type { PassiveCheck } from '../../passive-check.js';
import { logAudience } from '../../seen/log-audience.js';
import { onLog } from '../../seen/observe.js';
import { name } from '../../seen/show.js';
import { spec2026 } from '../../seen/spec-url.js';

export const logAfterResponse: PassiveCheck = {
  rule: {
    id: 'LOG-04',
    severity: 'must',
    title: '2026: a log message comes while its request runs, before the response',
    specUrl: spec2026('server/utilities/logging#per-request-log-level'),
  },
  create: (report) =>
    onLog(({ frame, traffic }) => {
      const audience = logAudience(frame, traffic);
      if (!audience) return;
      const own = traffic.streamRequest(frame);
      if (frame.http ? !own?.response : audience.length > 0) return;
      const text = own
        ? `Expected no log message after the response to ${name(own)}.`
        : 'Expected a log message only while a request runs, got one when none did.';
      report({ text, frames: [own?.frame, own?.response, frame], about: own ?? report });
    }),
};
