import type { PassiveCheck } from '../../passive-check.js';
import { onProgress } from '../../seen/observe.js';
import { kindOf } from '../../seen/show.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';

/** JSON writes NaN and Infinity as null, which is how they arrive. */
export const progressNumbers: PassiveCheck = {
  rule: {
    id: 'PRG-S1',
    severity: 'must',
    title: 'progress is a number, and so is total where there is one',
    specUrl: spec2026('schema#progressnotification'),
    specUrl2025: spec2025('basic/utilities/progress#progress-flow'),
  },
  create: (report) =>
    onProgress(({ frame, params, request }) => {
      const { progress, total } = params;
      const wrong =
        typeof progress !== 'number'
          ? `progress to be a number, got ${kindOf(progress)}`
          : total !== undefined && typeof total !== 'number'
            ? `total to be a number or absent, got ${kindOf(total)}`
            : undefined;
      if (wrong !== undefined) {
        report({ text: `Expected ${wrong}.`, frames: [request?.frame, frame], about: request ?? report });
      }
    }),
};
