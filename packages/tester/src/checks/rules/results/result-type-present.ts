import type { PassiveCheck } from '../../passive-check.js';
import { answersProbe } from '../../seen/answers-probe.js';
import { onResult } from '../../seen/observe.js';
import { kindOf, name } from '../../seen/show.js';
import { spec2026 } from '../../seen/spec-url.js';

export const resultTypePresent: PassiveCheck = {
  rule: {
    id: 'MRT-29',
    severity: 'must',
    title: '2026: every result has a resultType',
    specUrl: spec2026('basic#resulttype'),
  },
  create: (report) =>
    onResult(({ frame, result, request }) => {
      const { resultType } = result;
      if (request.era !== '2026-07-28' || typeof resultType === 'string' || answersProbe(request, result)) return;
      report({
        text: `Expected a resultType in the result of ${name(request)}, got ${kindOf(resultType)}.`,
        frames: [request.frame, frame],
        about: request,
      });
    }),
};
