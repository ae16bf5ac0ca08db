import { errorCodes } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { onError } from '../../seen/observe.js';
import { name } from '../../seen/show.js';
import { spec2026 } from '../../seen/spec-url.js';

const statusOf: ReadonlyMap<number, number> = new Map([
  [errorCodes.headerMismatch, 400],
  [errorCodes.missingRequiredClientCapability, 400],
  [errorCodes.unsupportedProtocolVersion, 400],
  [errorCodes.methodNotFound, 404],
]);

/** On a stream the status is out before the error is known. */
export const errorStatus2026: PassiveCheck = {
  rule: {
    id: 'SHT-24 SHT-25 SHT-26 SHT-45 SHT-54',
    severity: 'must',
    title: '2026 over HTTP: -32020, -32021 and -32022 come with status 400, -32601 with 404',
    specUrl: spec2026('basic/transports/streamable-http#server-validation'),
  },
  create: (report) =>
    onError(({ frame, traffic, error: { code }, request }) => {
      const expected = statusOf.get(code);
      const { status, headers } = frame.http ?? {};
      if (request.era !== '2026-07-28' || expected === undefined || status === expected) return;
      // What only the newer revision has is shown by the code itself.
      if (code === errorCodes.methodNotFound && !traffic.session.isModern) return;
      if (!headers?.['content-type']?.includes('application/json')) return;
      report({
        text: `Expected HTTP ${expected} with error ${code} in answer to ${name(request)}, got ${status}.`,
        frames: [request.frame, frame],
        about: request,
      });
    }),
};
