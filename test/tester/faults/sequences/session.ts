import {
  cancelled,
  call,
  call25,
  gets,
  answer,
  answer25,
  handshake,
  modern,
  note,
  request,
  result,
  sends,
  type Step,
} from './frames.js';
import { breaks, keeps, type Sequence } from './sequence.js';

const asking: Step[] = handshake({ tools: {} }, { elicitation: {}, roots: {}, sampling: {} });
const initialize = sends(request(1, 'initialize', { capabilities: { roots: {} } }));
const info = { name: 's', version: '1' };

export const sessionSequences: readonly Sequence[] = [
  keeps(
    'a question and its answer, and the next question',
    ...asking,
    gets(request(1, 'roots/list')),
    sends(result(1, { roots: [] })),
    gets(request(2, 'elicitation/create')),
  ),
  breaks(
    'RPC-08',
    'an id that is in use',
    ...asking,
    gets(request(1, 'roots/list')),
    gets(request(1, 'sampling/createMessage')),
  ),
  breaks(
    'RPC-08',
    'an id that was answered before',
    ...asking,
    gets(request(1, 'roots/list')),
    sends(result(1, { roots: [] })),
    gets(request(1, 'roots/list')),
  ),
  keeps(
    'ids of both sides are two worlds',
    ...asking,
    sends(call25(1)),
    gets(request(1, 'roots/list')),
    gets(answer25(1)),
  ),
  breaks('LIF25-07', 'roots that were not declared', ...handshake(), gets(request(1, 'roots/list'))),
  breaks(
    'LIF25-07',
    'elicitation that was not declared',
    ...handshake({}, { sampling: {} }),
    gets(request(1, 'elicitation/create')),
  ),
  breaks(
    'LIF25-04',
    'a question before initialized',
    initialize,
    gets(request(1, 'roots/list')),
    gets(result(1, { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: info })),
  ),
  keeps(
    'a ping before initialized',
    initialize,
    gets(request(1, 'ping')),
    gets(result(1, { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: info })),
  ),
  breaks('LIF25-02', 'no serverInfo', initialize, gets(result(1, { protocolVersion: '2025-11-25', capabilities: {} }))),
  breaks(
    'LIF25-02',
    'no capabilities',
    initialize,
    gets(result(1, { protocolVersion: '2025-11-25', serverInfo: info })),
  ),
  breaks(
    'LIF25-07',
    'list_changed that was not declared',
    ...handshake({ tools: {} }),
    gets(note('notifications/tools/list_changed')),
  ),
  keeps(
    'list_changed that was declared',
    ...handshake({ tools: { listChanged: true } }),
    gets(note('notifications/tools/list_changed')),
  ),
  breaks('CAN-03', 'a cancel of a call', sends(call(1)), gets(cancelled(1))),
  keeps('a cancel of a subscription', sends(modern(1, 'subscriptions/listen')), gets(cancelled(1))),
  breaks(
    'CAN25-01',
    'a cancel of the client’s call',
    ...asking,
    sends(call25(1)),
    gets(cancelled(1)),
    gets(answer25(1)),
  ),
  breaks('CAN25-01', 'a cancel of nothing', ...asking, gets(cancelled('x'))),
  keeps(
    'a cancel of a question, open or just answered',
    ...asking,
    gets(request(1, 'roots/list')),
    gets(cancelled(1)),
    gets(request(2, 'roots/list')),
    sends(result(2, { roots: [] })),
    gets(cancelled(2)),
  ),
  keeps('2026 after a session on the same channel', ...asking, sends(call(1)), gets(answer(1))),
];
