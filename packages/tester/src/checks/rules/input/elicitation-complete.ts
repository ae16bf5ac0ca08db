import { errorCodes, isObject, methods } from '@mcpfusion/protocol';
import type { Observer, PassiveCheck, Report } from '../../passive-check.js';
import { onError, onNotification } from '../../seen/observe.js';
import { onElicitation } from '../../seen/on-question.js';
import { show } from '../../seen/show.js';
import { spec2025 } from '../../seen/spec-url.js';

export const elicitationComplete: PassiveCheck = {
  rule: {
    id: 'ELI25-11',
    severity: 'must',
    title:
      '2025: a server tells that an elicitation is complete to the client that it has asked, with its elicitationId',
    specUrl: spec2025('client/elicitation#completion-notifications-for-url-mode-elicitation'),
  },
  create: createObserver,
};

function createObserver(report: Report): Observer {
  const asked = new Set<unknown>();
  const question = onElicitation(({ params }) => void asked.add(params['elicitationId']));
  // A request may be refused until pages have been visited.
  const refusal = onError(({ error: { code, data } }) => {
    if (code !== errorCodes.urlElicitationRequired || !isObject(data)) return;
    const { elicitations } = data;
    for (const page of Array.isArray(elicitations) ? elicitations : [])
      if (isObject(page)) asked.add(page['elicitationId']);
  });
  const told = onNotification(methods.elicitationComplete, ({ frame, traffic, notification: { params } }) => {
    const { elicitationId } = params;
    if (!traffic.session.initialize || (typeof elicitationId === 'string' && asked.has(elicitationId))) return;
    report({
      text: `Expected the elicitationId of an elicitation that this client was asked for, got ${show(elicitationId)}.`,
      frames: [frame],
    });
  });
  return (frame, traffic) => {
    question(frame, traffic);
    refusal(frame, traffic);
    told(frame, traffic);
  };
}
