import {
  answer,
  call,
  cancelled,
  discovered,
  discovery,
  ends,
  gets,
  handshake,
  httpHandshake,
  modern,
  note,
  opensGet,
  posts,
  progress,
  replies,
  request,
  result,
  sends,
  streams,
  wait,
  type Json,
  type Step,
} from './frames.js';
import { breaks, keeps, type Sequence } from './sequence.js';

const meta = (id: unknown): Json => ({ _meta: { 'io.modelcontextprotocol/subscriptionId': id } });
const listen = (id: unknown, notifications: unknown = { toolsListChanged: true }): Json =>
  modern(id, 'subscriptions/listen', { notifications });
const acknowledged = (id: unknown, notifications: unknown = { toolsListChanged: true }): Json =>
  note('notifications/subscriptions/acknowledged', { ...meta(id), notifications });
const changed = (id: unknown, list = 'tools'): Json => note(`notifications/${list}/list_changed`, meta(id));
const bareChange = note('notifications/tools/list_changed');
const updated = (id: unknown, uri: string): Json => note('notifications/resources/updated', { ...meta(id), uri });
const ended = (id: unknown): Json => result(id, { resultType: 'complete', ...meta(id) });

const uris = { resourceSubscriptions: ['x://1'] };
const everything: Step[] = [
  sends(modern(1000, 'server/discover')),
  gets(
    result(1000, {
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
      },
      ttlMs: 0,
      cacheScope: 'private',
    }),
  ),
];

const asked: readonly Sequence[] = [
  keeps(
    'a subscription, and its end by the server',
    posts(1, listen(1)),
    streams(1, acknowledged(1)),
    streams(1, changed(1)),
    streams(1, note('notifications/x', meta(1))),
    streams(1, ended(1)),
    ends(1, 'complete'),
  ),
  keeps(
    'two subscriptions on a shared channel, each with its own',
    ...everything,
    sends(listen(1)),
    sends(listen('1', { promptsListChanged: true, ...uris })),
    gets(acknowledged('1', { promptsListChanged: true, ...uris })),
    gets(changed('1', 'prompts')),
    gets(acknowledged(1)),
    gets(changed(1)),
    gets(updated('1', 'x://1/part')),
  ),
  breaks(
    'SUB-01',
    'a change that was not asked for',
    ...everything,
    sends(listen(1)),
    gets(acknowledged(1)),
    gets(changed(1, 'prompts')),
    gets(changed(1, 'prompts')),
  ),
  breaks(
    'SUB-01',
    'an update of a resource, though none was asked for',
    ...everything,
    sends(listen(1, { toolsListChanged: true, resourceSubscriptions: [] })),
    gets(acknowledged(1)),
    gets(updated(1, 'x://1')),
  ),
  breaks('SUB-01', 'a change without any subscription', sends(call(1)), gets(bareChange), gets(answer(1))),
  breaks(
    'SUB-01',
    'a change on the stream of a call',
    posts(1, call(1)),
    streams(1, bareChange),
    streams(1, answer(1)),
  ),
  breaks(
    'SUB-01',
    'a change long after the only subscription was ended',
    sends(listen(1)),
    gets(acknowledged(1)),
    sends(cancelled(1)),
    wait(1_100),
    gets(bareChange),
  ),
  keeps('a change in a session', ...handshake({ tools: { listChanged: true } }), gets(bareChange)),
  keeps('a change from a server that is only probed', sends(modern(1, 'server/discover')), gets(bareChange)),
  keeps('a change when bytes may have been read as a subscription', sends('{nonsense'), gets(bareChange)),
  keeps(
    'a filter that is none, which the server should have refused',
    sends(listen(1, 'all')),
    gets(acknowledged(1)),
    gets(changed(1)),
  ),
  breaks(
    'SUB-01',
    'a change of a subscription on the stream of a call',
    posts(1, listen(1)),
    streams(1, acknowledged(1)),
    posts(2, call(2)),
    streams(2, changed(1)),
    streams(2, answer(2)),
  ),
  keeps(
    'both revisions on one channel: a change of the session',
    ...handshake(),
    ...discovery({ tools: { listChanged: true } }),
    gets(bareChange),
  ),
  keeps(
    'both revisions at one URL: a change of the session',
    ...httpHandshake(),
    posts(1, modern(1, 'server/discover')),
    replies(1, discovered(1, { tools: { listChanged: true } })),
    opensGet(5),
    streams(5, bareChange, { method: 'GET' }),
  ),
  keeps(
    '2025: a request that only the newer revision has, taken somehow',
    ...handshake({ tools: { listChanged: true } }),
    sends(request(1, 'subscriptions/listen', { notifications: { toolsListChanged: true } })),
    gets(changed(1)),
    gets(result(1)),
  ),
];

const acknowledgements: readonly Sequence[] = [
  breaks('SUB-02', 'no acknowledgement', posts(1, listen(1)), streams(1, changed(1))),
  breaks(
    'SUB-02',
    'a change before the acknowledgement, on a shared channel',
    sends(listen(1)),
    gets(changed(1)),
    gets(acknowledged(1)),
    gets(changed(1)),
  ),
  breaks(
    'SUB-04',
    'an acknowledgement without a list',
    sends(listen(1)),
    gets(acknowledged(1, null)),
    gets(changed(1)),
  ),
  breaks(
    'SUB-04',
    'an acknowledgement of what was not asked for',
    posts(1, listen(1)),
    streams(1, acknowledged(1, { toolsListChanged: true, promptsListChanged: true })),
  ),
  breaks(
    'SUB-04',
    'an acknowledgement of another resource',
    sends(listen(1, uris)),
    gets(acknowledged(1, { resourceSubscriptions: ['x://1', 'x://2'] })),
  ),
  breaks(
    'SUB-04',
    'a change that was asked for and not acknowledged',
    ...everything,
    sends(listen(1)),
    gets(acknowledged(1, {})),
    gets(changed(1)),
  ),
  keeps(
    'an acknowledgement of a part, of nothing, and of what an extension adds',
    sends(listen(1, { toolsListChanged: true, promptsListChanged: true })),
    gets(acknowledged(1, { promptsListChanged: false, toolsListChanged: true })),
    sends(listen(2, { toolsListChanged: true, taskIds: ['t'] })),
    gets(acknowledged(2, { taskIds: ['t'], resourceSubscriptions: [] })),
  ),
];

const ids: readonly Sequence[] = [
  breaks(
    'SUB-03 SUB-05',
    'no subscription id',
    posts(1, listen(1)),
    streams(1, acknowledged(1)),
    streams(1, note('notifications/x')),
  ),
  breaks(
    'SUB-03 SUB-05',
    'no subscription id in the acknowledgement on a shared channel',
    sends(listen(1)),
    gets(note('notifications/subscriptions/acknowledged', { notifications: {} })),
    gets(changed(1)),
  ),
  breaks(
    'SUB-03 SUB-05',
    'no subscription id of a change on a shared channel',
    sends(listen(1)),
    gets(acknowledged(1)),
    gets(bareChange),
  ),
  breaks(
    'SUB-03 SUB-05',
    'the id of nothing',
    sends(listen(1)),
    gets(acknowledged(1)),
    gets(changed(77)),
    gets(changed(78)),
  ),
  breaks('SUB-03 SUB-05', 'an id of another type', sends(listen(1)), gets(acknowledged(1)), gets(changed('1'))),
  breaks('SUB-03 SUB-05', 'an id that is none', sends(listen(1)), gets(acknowledged(1)), gets(changed({}))),
  breaks(
    'SUB-03 SUB-05',
    'the id of a call',
    sends(listen(1)),
    gets(acknowledged(1)),
    sends(call(2)),
    gets(changed(2)),
    gets(answer(2)),
  ),
  breaks(
    'SUB-03 SUB-05',
    'the id of another subscription, on this one’s stream',
    posts(1, listen(1)),
    streams(1, acknowledged(1)),
    posts(2, listen(2)),
    streams(2, acknowledged(2)),
    streams(2, changed(1)),
  ),
  keeps(
    'a notification that belongs to no subscription',
    sends(listen(1)),
    gets(acknowledged(1)),
    gets(note('notifications/x')),
  ),
  keeps(
    'a change that crossed the end of its subscription',
    sends(listen(1)),
    gets(acknowledged(1)),
    sends(cancelled(1)),
    gets(changed(1)),
  ),
  keeps(
    'two subscriptions of one id, which this side must not open',
    sends(listen(1)),
    sends(listen(1, { promptsListChanged: true })),
    gets(acknowledged(1)),
    gets(changed(1)),
    gets(answer(1)),
  ),
  keeps(
    'progress of the listen request itself',
    posts(1, modern(1, 'subscriptions/listen', { notifications: {} }, { progressToken: 'a' })),
    streams(1, acknowledged(1, {})),
    streams(1, progress('a', 1)),
  ),
];

const endings: readonly Sequence[] = [
  breaks(
    'SUB-09',
    'a stream that ends without a result',
    posts(1, listen(1)),
    streams(1, acknowledged(1)),
    ends(1, 'complete'),
  ),
  breaks('SUB-09', 'a result without the id', sends(listen(1)), gets(acknowledged(1)), gets(answer(1))),
  keeps('a result with the id', sends(listen(1)), gets(acknowledged(1)), gets(ended(1))),
  keeps('a stream that breaks off', posts(1, listen(1)), streams(1, acknowledged(1)), ends(1, 'broken')),
  keeps('a stream that this side closes', posts(1, listen(1)), streams(1, acknowledged(1)), ends(1, 'closed')),
  keeps(
    'an answer that crossed the end by this side',
    sends(listen(1)),
    gets(acknowledged(1)),
    sends(cancelled(1)),
    gets(answer(1)),
  ),
];

export const subscriptionSequences: readonly Sequence[] = [...asked, ...acknowledgements, ...ids, ...endings];
