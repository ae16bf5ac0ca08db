import type { PassiveCheck } from '../../passive-check.js';
import { onServerRequest } from '../../seen/observe.js';
import { spec2025 } from '../../seen/spec-url.js';

/** What a client must have declared for each request of a server. */
export const capabilityOf: Readonly<Record<string, string>> = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
};

export const serverRequestCapabilities: PassiveCheck = {
  rule: {
    id: 'LIF25-07',
    severity: 'must',
    title: '2025: a server asks only for what the client has declared',
    specUrl: spec2025('basic/lifecycle#operation'),
  },
  create: (report) =>
    onServerRequest(({ frame, traffic: { session }, message: { method } }) => {
      const capability = Object.hasOwn(capabilityOf, method) ? capabilityOf[method] : undefined;
      if (!session.initialize || capability === undefined) return;
      if (Object.hasOwn(session.clientCapabilities, capability)) return;
      report({
        text: `Expected no ${method}, as the client has not declared "${capability}".`,
        frames: [session.initialize.frame, frame],
      });
    }),
};
