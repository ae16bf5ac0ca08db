import { isObject } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { onProgress } from '../../seen/observe.js';
import { name, show } from '../../seen/show.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';

/** On another socket than the response's, progress may be overtaken by it. */
const otherSocketMs = 1_000;

/** A task goes on after the result that created it. */
const isTask = (result: Readonly<Record<string, unknown>>): boolean =>
  isObject(result['task']) || result['resultType'] === 'task';

export const progressAfterResponse: PassiveCheck = {
  rule: {
    id: 'PRG-06 PRG25-05',
    severity: 'must',
    title: 'No progress comes after the response',
    specUrl: spec2026('basic/patterns/progress#implementation-notes'),
    specUrl2025: spec2025('basic/utilities/progress#behavior-requirements'),
  },
  create: (report) =>
    onProgress(({ frame, params, request }) => {
      const { response } = request ?? {};
      if (!request || !response || request.isTwin) return;
      if (response.message?.kind === 'response' && isTask(response.message.result ?? {})) return;
      const isOtherStream = frame.http?.streamId !== response.http?.streamId;
      const lateMs = frame.atMs - response.atMs;
      if (isOtherStream && lateMs < otherSocketMs) return;
      report({
        text: `Expected no progress after the response to ${name(request)}, got ${show(params['progress'])} ${Math.round(lateMs)} ms after it.`,
        frames: [request.frame, response, frame],
        about: request,
      });
    }),
};
