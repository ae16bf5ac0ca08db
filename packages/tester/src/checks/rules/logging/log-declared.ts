import type { PassiveCheck } from '../../passive-check.js';
import { onLog } from '../../seen/observe.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';

export const logDeclared: PassiveCheck = {
  rule: {
    id: 'LOG-01 LOG25-01',
    severity: 'must',
    title: 'A server that logs to its client declares the logging capability',
    specUrl: spec2026('server/utilities/logging#capabilities'),
    specUrl2025: spec2025('server/utilities/logging#capabilities'),
  },
  create: (report) =>
    onLog(({ frame, traffic: { session } }) => {
      if (!session.serverCapabilities || Object.hasOwn(session.serverCapabilities, 'logging')) return;
      report({
        text: `Expected "logging" among the server's capabilities, got ${Object.keys(session.serverCapabilities).join(', ') || 'none'}.`,
        frames: [session.initializeResult, frame],
        about: report,
      });
    }),
};
