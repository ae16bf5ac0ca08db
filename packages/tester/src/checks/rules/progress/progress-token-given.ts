import type { RequestId } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { onProgress } from '../../seen/observe.js';
import { show } from '../../seen/show.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';

/** Also of a token in another type than it was given in: 7 is not "7". */
export const progressTokenGiven: PassiveCheck = {
  rule: {
    id: 'PRG-04 PRG-07 PRG25-04',
    severity: 'must',
    title: 'Progress carries a token that a request of the client gave, unchanged',
    specUrl: spec2026('basic/patterns/progress#behavior-requirements'),
    specUrl2025: spec2025('basic/utilities/progress#behavior-requirements'),
  },
  create: (report) => {
    const reported = new Map<RequestId, object>();
    return onProgress(({ frame, traffic, params, request }) => {
      const token = params['progressToken'];
      if (request) return;
      if (typeof token !== 'string' && typeof token !== 'number') {
        report({ text: `Expected a progressToken, got ${show(token)}.`, frames: [frame], about: report });
        return;
      }
      if (traffic.requests.wasForgotten(token) || traffic.hostile.mayHold(token)) return;
      const twin = traffic.requests.byToken(typeof token === 'string' ? Number(token) : String(token));
      const own = traffic.streamRequest(frame);
      const hint = twin
        ? ` The request ${show(twin.id)} gave ${show(twin.progressToken)}: the type must stay the same.`
        : own && own.progressToken === undefined
          ? ` ${own.method} ${show(own.id)} gave none.`
          : '';
      if (!reported.has(token) && reported.size < 100) reported.set(token, {});
      report({
        text: `Expected the token of a request, got ${show(token)}, which none gave.${hint}`,
        frames: [(twin ?? own)?.frame, frame],
        about: reported.get(token),
      });
    });
  },
};
