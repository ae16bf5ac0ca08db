import type { PassiveCheck } from '../../passive-check.js';
import { onInvalid } from '../../seen/observe.js';
import { spec2025 } from '../../seen/spec-url.js';

/** The revisions before 2025-06-18 had batches. */
const hasBatches: ReadonlySet<string> = new Set(['2025-03-26', '2024-11-05']);

export const noBatch: PassiveCheck = {
  rule: {
    id: 'RPC-07',
    severity: 'must',
    title: 'One message at a time: there are no batches',
    specUrl: spec2025('basic/transports'),
  },
  create: (report) =>
    onInvalid(({ frame, traffic, value }) => {
      if (!Array.isArray(value) || hasBatches.has(traffic.session.protocolVersion ?? '')) return;
      report({
        text: `Expected one message, got an array of ${value.length}.`,
        frames: [traffic.openedBy(frame), frame],
      });
    }),
};
