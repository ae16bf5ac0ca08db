import { isAtLeast, isLogLevel } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { logAudience } from '../../seen/log-audience.js';
import { onLog } from '../../seen/observe.js';
import { spec2026 } from '../../seen/spec-url.js';

export const logThreshold2026: PassiveCheck = {
  rule: {
    id: 'LOG-03',
    severity: 'must',
    title: '2026: no log message below the level that its request asked for',
    specUrl: spec2026('server/utilities/logging#per-request-log-level'),
  },
  create: (report) =>
    onLog(({ frame, traffic, params: { level } }) => {
      const asking = (logAudience(frame, traffic) ?? []).filter((request) => request.logLevel !== undefined);
      const [first] = asking;
      if (!first || !isLogLevel(level)) return;
      const fits = asking.some(({ logLevel }) => !isLogLevel(logLevel) || isAtLeast(level, logLevel));
      if (fits) return;
      report({
        text: `Expected log messages at ${first.logLevel} or above, got one at ${level}.`,
        frames: [first.frame, frame],
        about: first,
      });
    }),
};
