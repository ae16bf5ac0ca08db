import type { Frame } from '@mcpfusion/client';
import type { PassiveCheck } from '../../passive-check.js';
import { onProgress } from '../../seen/observe.js';
import { name, show } from '../../seen/show.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';

/** HTTP: compared only with what came on the same stream, as two sockets have no common order. */
export const progressIncreases: PassiveCheck = {
  rule: {
    id: 'PRG-03 PRG25-03',
    severity: 'must',
    title: 'Progress increases with each notification',
    specUrl: spec2026('basic/patterns/progress#progress-flow'),
    specUrl2025: spec2025('basic/utilities/progress#progress-flow'),
  },
  create: (report) => {
    const last = new WeakMap<object, { readonly progress: number; readonly frame: Frame }>();
    return onProgress(({ frame, params, request }) => {
      const { progress } = params;
      if (!request || request.isTwin || typeof progress !== 'number') return;
      const before = last.get(request);
      last.set(request, { progress, frame });
      if (!before || before.frame.http?.streamId !== frame.http?.streamId || progress > before.progress) return;
      report({
        text: `Expected progress above ${show(before.progress)} for ${name(request)}, got ${show(progress)}.`,
        frames: [request.frame, before.frame, frame],
        about: request,
      });
    });
  },
};
