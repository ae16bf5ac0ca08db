import { isObject } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { answersProbe } from '../../seen/answers-probe.js';
import { onResult } from '../../seen/observe.js';
import { kindOf } from '../../seen/show.js';
import { spec2026 } from '../../seen/spec-url.js';

export const discoverResult: PassiveCheck = {
  rule: {
    id: 'BAS-06',
    severity: 'must',
    title: '2026: server/discover is answered with supportedVersions and capabilities',
    specUrl: spec2026('server/discover'),
  },
  create: (report) =>
    onResult(({ frame, result, request }) => {
      const { supportedVersions, capabilities } = result;
      if (request.method !== 'server/discover' || request.era !== '2026-07-28' || answersProbe(request, result)) return;
      const wrong =
        !Array.isArray(supportedVersions) || supportedVersions.some((version) => typeof version !== 'string')
          ? `supportedVersions to be an array of strings, got ${kindOf(supportedVersions)}`
          : !isObject(capabilities)
            ? `capabilities to be an object, got ${kindOf(capabilities)}`
            : undefined;
      if (wrong !== undefined) report({ text: `Expected ${wrong}.`, frames: [request.frame, frame], about: request });
    }),
};
