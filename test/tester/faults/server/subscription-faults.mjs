import { isNote, modern, overHttp, overStdio, resultOf, stray, withParams } from './changes.mjs';
import { note, subscriptionKey } from './messages.mjs';

// Faults of subscriptions.

const change = note('notifications/tools/list_changed', {});
const isAcknowledgement = (said) => isNote(said, 'subscriptions/acknowledged');
const isChange = (said) => isNote(said, 'tools/list_changed');

const acknowledges = (params) => (said) => (isAcknowledgement(said) ? [withParams(said, params)] : undefined);
const tells = (params) => (said) => (isChange(said) ? [withParams(said, params)] : undefined);

/** All that a server may tell is declared, so that the subscription alone is what a change may break. */
const declared = resultOf('server/discover', ({ capabilities }) => ({
  capabilities: { ...capabilities, prompts: { listChanged: true } },
}));

const end = 'the end of the stream';

export const subscriptionFaults = {
  'change-unasked': {
    rule: 'SUB-01',
    ...modern,
    rewrite: (said, request) =>
      isChange(said) ? [said, { ...said, method: 'notifications/prompts/list_changed' }] : declared(said, request),
  },
  'change-without-subscription': {
    rule: 'SUB-01',
    ...modern,
    ...overStdio,
    rewrite: (said, request) => (request.method === 'tools/list' ? [change, said] : undefined),
  },
  'change-on-the-stream-of-a-call': { rule: 'SUB-01', ...modern, ...overHttp, rewrite: stray(change) },
  'not-acknowledged': {
    rule: 'SUB-02',
    ...modern,
    rewrite: (said) => (isAcknowledgement(said) ? [] : undefined),
  },
  'acknowledged-late': {
    rule: 'SUB-02',
    ...modern,
    rewrite: (said, { id }) => {
      if (isAcknowledgement(said)) return [];
      if (!isChange(said)) return undefined;
      const params = { _meta: { [subscriptionKey]: id }, notifications: { toolsListChanged: true } };
      return [said, note('notifications/subscriptions/acknowledged', params)];
    },
  },
  'subscription-id-missing': { rule: 'SUB-03 SUB-05', ...modern, rewrite: acknowledges({ _meta: undefined }) },
  'subscription-id-missing-on-a-change': { rule: 'SUB-03 SUB-05', ...modern, rewrite: tells({ _meta: undefined }) },
  'subscription-id-of-nothing': {
    rule: 'SUB-03 SUB-05',
    ...modern,
    rewrite: tells({ _meta: { [subscriptionKey]: 'nothing' } }),
  },
  'subscription-id-of-another-type': {
    rule: 'SUB-03 SUB-05',
    ...modern,
    rewrite: (said, { id }) =>
      isChange(said) ? [withParams(said, { _meta: { [subscriptionKey]: String(id) } })] : undefined,
  },
  'acknowledges-no-list': { rule: 'SUB-04', ...modern, rewrite: acknowledges({ notifications: undefined }) },
  'acknowledges-more': {
    rule: 'SUB-04',
    ...modern,
    rewrite: acknowledges({ notifications: { toolsListChanged: true, promptsListChanged: true } }),
  },
  'acknowledges-less': { rule: 'SUB-04', ...modern, rewrite: acknowledges({ notifications: {} }) },
  'subscription-ends-without-a-result': {
    rule: 'SUB-09',
    ...modern,
    ...overHttp,
    rewrite: (said) => (isChange(said) ? [said, end] : undefined),
    http: { ending: (said) => (said === end ? 'complete' : undefined) },
  },
  'subscription-result-without-id': {
    rule: 'SUB-09',
    ...modern,
    rewrite: (said, { id }) =>
      isChange(said) ? [said, { jsonrpc: '2.0', id, result: { resultType: 'complete' } }] : undefined,
  },
};
