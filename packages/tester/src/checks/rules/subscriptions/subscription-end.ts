import { isObject } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { name, show } from '../../seen/show.js';
import { spec2026 } from '../../seen/spec-url.js';
import { subscriptionIdKey } from '../../seen/subscriptions.js';

/** A stream that breaks off is no end, and what this side has ended needs no result. */
export const subscriptionEnd: PassiveCheck = {
  rule: {
    id: 'SUB-09',
    severity: 'should',
    title: '2026: a server ends a subscription with a result that carries its subscriptionId',
    specUrl: spec2026('basic/patterns/subscriptions'),
  },
  create: (report) => (frame, traffic) => {
    const { direction, message, http } = frame;
    if (direction !== 'in') return;
    const own = message?.kind === 'response' ? traffic.requestOf(frame, message) : traffic.streamRequest(frame);
    if (own?.method !== 'subscriptions/listen' || own.era !== '2026-07-28' || own.isTwin) return;
    if (own.response || own.cancelledBy) return;
    const frames = [own.frame, frame];
    if (message?.kind === 'response' && message.result) {
      const meta = message.result['_meta'];
      const id = isObject(meta) ? meta[subscriptionIdKey] : undefined;
      const text = `Expected ${show(own.id)} as ${subscriptionIdKey} of the result of ${name(own)}, got ${show(id)}.`;
      if (id !== own.id) report({ text, frames, about: own });
    } else if (http?.end === 'complete') {
      report({ text: `Expected a result of ${name(own)} before its stream ended.`, frames, about: own });
    }
  },
};
