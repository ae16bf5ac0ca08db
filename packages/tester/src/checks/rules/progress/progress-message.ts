import type { PassiveCheck } from '../../passive-check.js';
import { onProgress } from '../../seen/observe.js';
import { kindOf } from '../../seen/show.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';

export const progressMessage: PassiveCheck = {
  rule: {
    id: 'PRG-S2',
    severity: 'must',
    title: 'The message of progress is a string',
    specUrl: spec2026('schema#progressnotification'),
    specUrl2025: spec2025('basic/utilities/progress#progress-flow'),
  },
  create: (report) =>
    onProgress(({ frame, params: { message }, request }) => {
      if (message === undefined || typeof message === 'string') return;
      report({
        text: `Expected message to be a string or absent, got ${kindOf(message)}.`,
        frames: [request?.frame, frame],
        about: request ?? report,
      });
    }),
};
