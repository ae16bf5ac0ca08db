import { isLogLevel, logLevels } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { onLog } from '../../seen/observe.js';
import { show } from '../../seen/show.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';

export const logLevel: PassiveCheck = {
  rule: {
    id: 'LOG-S1',
    severity: 'must',
    title: 'The level of a log message is one of the eight',
    specUrl: spec2026('server/utilities/logging#log-levels'),
    specUrl2025: spec2025('server/utilities/logging#log-levels'),
  },
  create: (report) =>
    onLog(({ frame, params: { level } }) => {
      if (isLogLevel(level)) return;
      report({
        text: `Expected one of ${logLevels.join(', ')}, got ${show(level)}.`,
        frames: [frame],
        about: report,
      });
    }),
};
