import {
  answer,
  answer25,
  call,
  call25,
  discovered,
  error,
  gets,
  handshake,
  modern,
  request,
  result,
  sends,
  type Json,
} from './frames.js';
import { breaks, keeps, type Sequence } from './sequence.js';

const tool = (name: unknown, more: Json = {}): Json => ({ name, inputSchema: { type: 'object' }, ...more });
const list = (tools: unknown, more: Json = {}): Json =>
  result(1, { resultType: 'complete', ttlMs: 0, cacheScope: 'public', tools, ...more });
const sendList = sends(modern(1, 'tools/list'));
const schema = { outputSchema: { type: 'object' } };

export const resultSequences: readonly Sequence[] = [
  breaks('MRT-29', 'no resultType', sends(call(1)), gets(answer25(1))),
  breaks('MRT-29', 'a resultType that is a number', sends(call(1)), gets(answer(1, { resultType: 1 }))),
  keeps(
    '2025: no resultType, or one that is ignored',
    ...handshake(),
    sends(call25(1)),
    gets(answer25(1)),
    sends(call25(2)),
    gets(answer(2)),
  ),
  keeps('an error has none', sends(call(1)), gets(error(1))),
  breaks('MRT-31', 'a resultType of nobody', sends(call(1)), gets(answer(1, { resultType: 'partial' }))),
  keeps(
    'a resultType of an extension',
    sends(modern(9, 'server/discover')),
    gets(discovered(9, { extensions: { 'io.x/tasks': {} } })),
    sends(call(1)),
    gets(result(1, { resultType: 'task' })),
  ),
  breaks('CCH-S1', 'no ttlMs', sendList, gets(list([], { ttlMs: undefined }))),
  breaks('CCH-S1', 'a cacheScope of its own', sendList, gets(list([], { cacheScope: 'shared' }))),
  breaks('CCH-S1', 'a ttlMs below 0', sendList, gets(list([], { ttlMs: -1 }))),
  breaks(
    'BAS-06',
    'versions that are no array',
    sends(modern(1, 'server/discover')),
    gets(result(1, { ...(discovered(1)['result'] as Json), supportedVersions: '2026-07-28' })),
  ),
  breaks(
    'BAS-06',
    'a version that is no string',
    sends(modern(1, 'server/discover')),
    gets(result(1, { ...(discovered(1)['result'] as Json), supportedVersions: ['2026-07-28', 7] })),
  ),
  breaks(
    'BAS-06',
    'no capabilities',
    sends(modern(1, 'server/discover')),
    gets(result(1, { ...(discovered(1)['result'] as Json), capabilities: undefined })),
  ),
  keeps('a list of tools', sendList, gets(list([tool('a'), tool('b', schema)]))),
  breaks('TLS-S1', 'no array', sendList, gets(list({}))),
  breaks('TLS-S1', 'no name', sendList, gets(list([tool('a'), tool(undefined)]))),
  breaks('TLS-S1', 'an inputSchema without type', sendList, gets(list([tool('a', { inputSchema: {} })]))),
  breaks('TLS-S1', 'no inputSchema', sendList, gets(list([{ name: 'a' }]))),
  breaks('TLS-S2', 'a name twice', sendList, gets(list([tool('a'), tool('b'), tool('a')]))),
  keeps('names that differ in case', sendList, gets(list([tool('a'), tool('A')]))),
  keeps(
    'every type of content',
    sends(call(1)),
    gets(
      answer(1, {
        content: [
          { type: 'text', text: '' },
          { type: 'image', data: '', mimeType: 'image/png' },
          { type: 'audio', data: '', mimeType: 'audio/wav' },
          { type: 'resource_link', uri: 'a:b', name: 'c' },
          { type: 'resource', resource: { uri: 'a:b', text: '' } },
        ],
      }),
    ),
  ),
  breaks('TLS-S3', 'no content', sends(call(1)), gets(result(1, { resultType: 'complete' }))),
  breaks('TLS-S3', 'content that is text', ...handshake(), sends(call25(1)), gets(answer25(1, { content: 'done' }))),
  breaks('TLS-S3', 'a block of its own', sends(call(1)), gets(answer(1, { content: [{ type: 'json', json: {} }] }))),
  breaks('TLS-S3', 'a text that is none', sends(call(1)), gets(answer(1, { content: [{ type: 'text', text: 7 }] }))),
  keeps('a task instead of content', ...handshake(), sends(call25(1)), gets(result(1, { task: { taskId: 't' } }))),
  breaks(
    'TLS-S4',
    'structuredContent missing',
    sendList,
    gets(list([tool('work', schema)])),
    sends(call(2)),
    gets(answer(2)),
  ),
  keeps(
    'a tool error has none',
    sendList,
    gets(list([tool('work', schema)])),
    sends(call(2)),
    gets(answer(2, { isError: true })),
  ),
  keeps(
    '2026: structuredContent of any kind',
    sendList,
    gets(list([tool('work', schema)])),
    sends(call(2)),
    gets(answer(2, { structuredContent: [1] })),
  ),
  breaks(
    'TLS-S4',
    '2025: structuredContent that is an array',
    ...handshake(),
    sends(call25(1)),
    gets(answer25(1, { structuredContent: [1] })),
  ),
  keeps(
    '2025: a list without hints',
    ...handshake(),
    sends(request(1, 'tools/list')),
    gets(result(1, { tools: [tool('a')] })),
  ),
];
