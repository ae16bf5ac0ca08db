import { isObject } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { onResult } from '../../seen/observe.js';
import { name, show } from '../../seen/show.js';
import { spec2026 } from '../../seen/spec-url.js';

const known: ReadonlySet<string> = new Set(['complete', 'input_required']);

const hasAny = (extensions: unknown): boolean => isObject(extensions) && Object.keys(extensions).length > 0;

/** An extension that either side has declared may have types of its own. */
export const resultTypeKnown: PassiveCheck = {
  rule: {
    id: 'MRT-31',
    severity: 'must',
    title: '2026: a resultType is one of the protocol, or of an extension that was declared',
    specUrl: spec2026('basic#resulttype'),
  },
  create: (report) =>
    onResult(({ frame, traffic: { session }, result: { resultType }, request }) => {
      if (request.era !== '2026-07-28' || typeof resultType !== 'string' || known.has(resultType)) return;
      if (hasAny(session.serverCapabilities?.['extensions']) || hasAny(request.capabilities['extensions'])) return;
      report({
        text: `Expected complete or input_required, got ${show(resultType)} in the result of ${name(request)}.`,
        frames: [request.frame, frame],
        about: request,
      });
    }),
};
