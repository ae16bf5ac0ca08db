import { isObject } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { onNotification } from '../../seen/observe.js';
import { kindOf, name, show } from '../../seen/show.js';
import { spec2026 } from '../../seen/spec-url.js';
import { acknowledged, filterMembers, holds, subscriptionOf } from '../../seen/subscriptions.js';

type Filter = Readonly<Record<string, unknown>>;

export const acknowledgedFilter: PassiveCheck = {
  rule: {
    id: 'SUB-04',
    severity: 'should',
    title: '2026: an acknowledgement lists all that a subscription brings, and nothing that it has not asked for',
    specUrl: spec2026('basic/patterns/subscriptions#acknowledgment'),
  },
  create: (report) => {
    const listedOf = new WeakMap<object, Filter>();
    return onNotification(undefined, ({ frame, traffic, notification: { method, params } }) => {
      const own = subscriptionOf(frame, traffic, params);
      if (!own || !isObject(own.params['notifications'])) return;
      const asked = own.params['notifications'];
      const isAcknowledgement = method === acknowledged;
      const listed = isAcknowledgement ? params['notifications'] : listedOf.get(own);
      if (isAcknowledgement && isObject(listed)) listedOf.set(own, listed);
      const wrong = isAcknowledgement ? wider(listed, asked) : unlisted(method, listed, asked);
      if (wrong !== undefined) report({ text: `${wrong} (${name(own)}).`, frames: [own.frame, frame], about: own });
    });
  },
};

function wider(listed: unknown, asked: Filter): string | undefined {
  if (!isObject(listed)) return `Expected notifications to be an object, got ${kindOf(listed)}`;
  const more = [...filterMembers.values()].find((member) => holds(listed, member) && !holds(asked, member));
  if (more !== undefined) return `Expected nothing but what was asked for, got ${more}: ${show(listed[more])}`;
  const uris = (filter: Filter): readonly unknown[] =>
    Array.isArray(filter['resourceSubscriptions']) ? filter['resourceSubscriptions'] : [];
  const uri = uris(listed).find((one) => !uris(asked).includes(one));
  return uri === undefined ? undefined : `Expected nothing but what was asked for, got the resource ${show(uri)}`;
}

/** What was not asked for at all is another check's matter. */
function unlisted(method: string, listed: unknown, asked: Filter): string | undefined {
  const member = filterMembers.get(method);
  if (member === undefined || !isObject(listed) || !holds(asked, member) || holds(listed, member)) return undefined;
  return `Expected no ${method}, as the acknowledgement does not list ${member}`;
}
