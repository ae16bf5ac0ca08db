import { errorCodes } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { onError } from '../../seen/observe.js';
import { name } from '../../seen/show.js';
import { spec2026 } from '../../seen/spec-url.js';

const defined: ReadonlySet<number> = new Set([
  errorCodes.headerMismatch,
  errorCodes.missingRequiredClientCapability,
  errorCodes.unsupportedProtocolVersion,
]);

const isReserved = (code: number): boolean => code <= -32020 && code >= -32099;

export const errorCodes2026: PassiveCheck = {
  rule: {
    id: 'BAS-03',
    severity: 'must',
    title: '2026: no -32002, no -32042, and in -32020…-32099 only the codes that the revision defines',
    specUrl: spec2026('basic#error-codes'),
  },
  create: (report) =>
    onError(({ frame, traffic, error: { code }, request }) => {
      if (request.era !== '2026-07-28' || request.isTwin || !traffic.session.isModern) return;
      const isWrong = code === -32002 || code === -32042 || (isReserved(code) && !defined.has(code));
      if (!isWrong) return;
      const why = isReserved(code) && code !== -32042 ? 'is not defined' : 'belongs to earlier revisions';
      report({
        text: `Expected no error ${code} in answer to ${name(request)}: it ${why}.`,
        frames: [request.frame, frame],
        about: request,
      });
    }),
};
