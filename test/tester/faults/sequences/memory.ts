import {
  answer,
  answer25,
  call,
  call25,
  discovered,
  error,
  gets,
  handshake,
  httpHandshake,
  modern,
  note,
  posts,
  progress,
  request,
  result,
  sends,
  streams,
  type Step,
} from './frames.js';
import { breaks, keeps, type Sequence } from './sequence.js';

const asking: Step[] = handshake({ tools: {} }, { roots: {} });

/** More finished calls than are remembered. */
const manyCalls: Step[] = Array.from({ length: 1_002 }, (_, index) => index).flatMap((id) => [
  sends(call(id, `t${id}`)),
  gets(answer(id)),
]);

const ofSubscription = { _meta: { 'io.modelcontextprotocol/subscriptionId': -1 } };

/** What is remembered of a connection, for how long, and when it starts anew. */
export const memorySequences: readonly Sequence[] = [
  keeps(
    'a second session uses the server’s ids of the first again',
    ...asking,
    gets(request(1, 'roots/list')),
    sends(result(1, { roots: [] })),
    ...asking,
    gets(request(1, 'roots/list')),
  ),
  breaks(
    'LIF25-04',
    'a question before the second session is initialized',
    ...asking,
    sends(request(2, 'initialize', { capabilities: { roots: {} } })),
    gets(request(1, 'roots/list')),
  ),
  keeps(
    'a second session uses the event ids of the first again',
    ...httpHandshake(),
    posts(6, call25(1)),
    streams(6, answer25(1), { eventId: '1' }),
    ...httpHandshake(),
    posts(7, call25(2)),
    streams(7, answer25(2), { eventId: '1' }),
  ),
  keeps('a late answer to a request that is forgotten', ...manyCalls, gets(answer(0))),
  keeps(
    'a late change of a subscription that is forgotten',
    sends(modern(-1, 'subscriptions/listen', { notifications: { toolsListChanged: true } })),
    gets(note('notifications/subscriptions/acknowledged', { ...ofSubscription, notifications: {} })),
    gets(result(-1, { resultType: 'complete', ...ofSubscription })),
    ...manyCalls,
    gets(note('notifications/tools/list_changed', ofSubscription)),
  ),
  keeps('late progress of a request that is forgotten', ...manyCalls, gets(progress('t0', 1))),
  breaks(
    'RPC-02',
    'one id on two POSTs, and two answers on one of them',
    posts(1, call(1)),
    posts(2, call(1)),
    streams(2, answer(1)),
    streams(1, answer(1)),
    streams(1, answer(1)),
  ),
  breaks(
    'MRT-01 STD-07 SHT-16',
    'a server that has shown only by an error which revision it speaks',
    sends(modern(1, 'server/discover')),
    gets(error(1, -32022)),
    sends(call(2)),
    gets(request(9, 'ping')),
  ),
  keeps(
    'both revisions on one channel: the cancel of a question of the session',
    ...asking,
    sends(modern(5, 'server/discover')),
    gets(discovered(5, { tools: {} })),
    gets(request(1, 'roots/list')),
    gets({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }),
  ),
  keeps(
    'both revisions on one channel: the end of a subscription',
    ...asking,
    sends(modern(5, 'subscriptions/listen')),
    gets({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } }),
  ),
];
