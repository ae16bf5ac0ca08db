import { isRequestId } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { onResponse } from '../../seen/observe.js';
import { name, show } from '../../seen/show.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';

export const responseIdKnown: PassiveCheck = {
  rule: {
    id: 'RPC-09',
    severity: 'must',
    title: 'A response carries the id of a request, unchanged',
    specUrl: spec2026('basic#responses'),
    specUrl2025: spec2025('basic#responses'),
  },
  create: (report) =>
    onResponse(({ frame, traffic, response: { id }, request }) => {
      if (id === undefined || request || traffic.requests.wasForgotten(id) || traffic.hostile.mayHold(id)) return;
      const opener = traffic.openedBy(frame);
      // What this side sent there was no message: how the server read it is not known.
      if (opener?.message?.kind === 'invalid') return;
      const twin = typeof id === 'string' ? Number(id) : String(id);
      const sibling = isRequestId(twin) ? traffic.requests.byId(twin) : undefined;
      const own = traffic.streamRequest(frame);
      const hint = sibling ? ` ${name(sibling)} is another id: the type must stay the same.` : '';
      report({
        text: `Expected the id of a request, got ${show(id)}, which none has.${hint}`,
        frames: [(sibling ?? own)?.frame, frame],
        about: sibling ?? own,
      });
    }),
};
