import type { PassiveCheck } from '../../passive-check.js';
import { onServerRequest } from '../../seen/observe.js';
import { spec2025 } from '../../seen/spec-url.js';

export const beforeInitialized: PassiveCheck = {
  rule: {
    id: 'LIF25-04',
    severity: 'should',
    title: '2025: before notifications/initialized a server sends no request but ping',
    specUrl: spec2025('basic/lifecycle#initialization'),
  },
  create: (report) =>
    onServerRequest(({ frame, traffic: { session }, message: { method } }) => {
      if (!session.initialize || session.isInitialized || method === 'ping') return;
      report({
        text: `Expected no request but ping before notifications/initialized, got ${method}.`,
        frames: [session.initialize.frame, frame],
        about: session.initialize,
      });
    }),
};
