import type { PassiveCheck } from '../../passive-check.js';
import { onLog } from '../../seen/observe.js';
import { kindOf } from '../../seen/show.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';

export const logData: PassiveCheck = {
  rule: {
    id: 'LOG-S2',
    severity: 'must',
    title: 'A log message has data, and a logger that is a string or absent',
    specUrl: spec2026('schema#loggingmessagenotification'),
    specUrl2025: spec2025('server/utilities/logging#log-message-notifications'),
  },
  create: (report) =>
    onLog(({ frame, params }) => {
      const { logger } = params;
      const wrong = !Object.hasOwn(params, 'data')
        ? 'data, it is absent'
        : logger !== undefined && typeof logger !== 'string'
          ? `logger to be a string, got ${kindOf(logger)}`
          : undefined;
      if (wrong !== undefined) report({ text: `Expected ${wrong}.`, frames: [frame], about: report });
    }),
};
