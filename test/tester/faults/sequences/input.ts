import { call, discovery, gets, handshake, modern, request, result, rightForm, sends, type Json } from './frames.js';
import { breaks, keeps, type Sequence } from './sequence.js';

const able = (capabilities: Json): Json => ({ 'io.modelcontextprotocol/clientCapabilities': capabilities });
const asks = (more: Json): Json => result(1, { resultType: 'input_required', ...more });
const schema = (properties: Json = {}): Json => ({ requestedSchema: { type: 'object', properties } });
const form = (params: Json = rightForm): Json => ({ method: 'elicitation/create', params });
const page = { mode: 'url', message: 'm', url: 'https://example.com/', elicitationId: 'e' };
const both = { elicitation: { form: {}, url: {} } };
const asksForm = (properties: Json): Json =>
  asks({ inputRequests: { a: form({ message: 'm', ...schema(properties) }) } });
const asksPage = (more: Json): Json => asks({ inputRequests: { a: form({ ...page, ...more }) } });
const complete = (elicitationId: unknown): Json => ({
  jsonrpc: '2.0',
  method: 'notifications/elicitation/complete',
  params: { elicitationId },
});
const sendsBoth = sends(call(1, undefined, able(both)));
const sendsAble = sends(call(1, undefined, able({ elicitation: {} })));

const sampling = {
  messages: [
    { role: 'user', content: { type: 'image', data: 'AA==', mimeType: 'image/png' } },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'n', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', toolUseId: 't', content: [] }] },
  ],
  maxTokens: 10,
};

export const inputSequences: readonly Sequence[] = [
  keeps('a form', sendsAble, gets(asks({ inputRequests: { a: form() } }))),
  keeps('requestState alone', sends(call(1)), gets(asks({ requestState: 'x' }))),
  breaks('MRT-03', 'tools/list asks', sends(modern(1, 'tools/list')), gets(asks({ requestState: 'x' }))),
  keeps(
    'a task of an extension asks',
    ...discovery({ tools: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } }),
    sends(modern(1, 'tasks/result')),
    gets(asks({ requestState: 'x' })),
  ),
  breaks('MRT-13', 'neither requests nor state', sends(call(1)), gets(asks({}))),
  breaks('MRT-13', 'requests in an array', sends(call(1)), gets(asks({ inputRequests: [form()] }))),
  breaks('MRT-05', 'another method', sends(call(1)), gets(asks({ inputRequests: { a: { method: 'ping' } } }))),
  breaks('MRT-14', 'a form that was not declared', sends(call(1)), gets(asks({ inputRequests: { a: form() } }))),
  breaks(
    'MRT-14',
    'roots that were not declared',
    sendsAble,
    gets(asks({ inputRequests: { a: { method: 'roots/list' } } })),
  ),
  breaks(
    'ELI-09 ELI25-04',
    'url mode where {} was declared',
    sendsAble,
    gets(asks({ inputRequests: { a: form(page) } })),
  ),
  breaks(
    'ELI-09 ELI25-04',
    '2025: url mode where form was declared',
    ...handshake({}, { elicitation: { form: {} } }),
    gets(request(1, 'elicitation/create', page)),
  ),
  breaks(
    'ELI-09 ELI25-04',
    '2025: a form where url alone was declared',
    ...handshake({}, { elicitation: { url: {} } }),
    gets(request(1, 'elicitation/create', rightForm)),
  ),
  keeps(
    '2025: both modes',
    ...handshake({}, { elicitation: { form: {}, url: {} } }),
    gets(request(1, 'elicitation/create', page)),
    gets(request(2, 'elicitation/create', rightForm)),
  ),
  keeps(
    'every kind of field, and keywords of others',
    sendsAble,
    gets(
      asksForm({
        text: { type: 'string', pattern: '^a', format: 'email' },
        one: { type: 'string', oneOf: [{ const: 'r', title: 'Red' }] },
        many: { type: 'array', items: { type: 'string', enum: ['a'] } },
        count: { type: 'integer', multipleOf: 2 },
      }),
    ),
  ),
  breaks(
    'ELI-12 ELI-13 ELI25-05',
    'a list of anything',
    sendsAble,
    gets(asksForm({ all: { type: 'array', items: { type: 'object' } } })),
  ),
  breaks(
    'ELI-12 ELI-13 ELI25-05',
    '2025: a form without message',
    ...handshake({}, both),
    gets(request(1, 'elicitation/create', schema())),
  ),
  keeps(
    'sampling with an image and a result of a tool',
    sends(call(1, undefined, able({ sampling: {} }))),
    gets(asks({ inputRequests: { a: { method: 'sampling/createMessage', params: sampling } } })),
  ),
  keeps('2025: sampling', ...handshake({}, { sampling: {} }), gets(request(1, 'sampling/createMessage', sampling))),
  breaks(
    'SMP-S1',
    '2025: sampling of nothing',
    ...handshake({}, { sampling: {} }),
    gets(request(1, 'sampling/createMessage')),
  ),
  breaks('ELI-01 ELI25-01', 'a password', sendsAble, gets(asksForm({ password: { type: 'string' } }))),
  keeps('a secretary', sendsAble, gets(asksForm({ secretary: { type: 'string', title: 'Your secretary' } }))),
  keeps(
    'a page on this machine',
    sendsBoth,
    gets(asksPage({ url: 'http://127.0.0.1:3000/x', elicitationId: undefined })),
  ),
  breaks('ELI-33 ELI25-21', 'a page in clear', sendsBoth, gets(asksPage({ url: 'http://example.com/' }))),
  breaks('ELI-15 ELI-16 ELI25-10', 'a page that is none', sendsBoth, gets(asksPage({ url: '/connect' }))),
  breaks(
    'ELI-15 ELI-16 ELI25-10',
    '2025: a page without elicitationId',
    ...handshake({}, both),
    gets(request(1, 'elicitation/create', { ...page, elicitationId: undefined })),
  ),
  keeps(
    '2025: a visit that is over, told twice',
    ...handshake({}, both),
    gets(request(1, 'elicitation/create', page)),
    gets(complete('e')),
    gets(complete('e')),
  ),
  keeps(
    '2025: a visit that a call was refused for',
    ...handshake({}, both),
    sends(request(7, 'tools/call', { name: 'try' })),
    gets({ jsonrpc: '2.0', id: 7, error: { code: -32042, message: 'first this', data: { elicitations: [page] } } }),
    gets(complete('e')),
  ),
  breaks('ELI25-11', '2025: a visit that nobody was asked for', ...handshake({}, both), gets(complete('e'))),
  breaks(
    'ELI25-11',
    '2025: a visit under another id',
    ...handshake({}, both),
    gets(request(1, 'elicitation/create', page)),
    gets(complete('E')),
  ),
  breaks(
    'ELI25-11',
    '2025: a visit under no id',
    ...handshake({}, both),
    gets(request(1, 'elicitation/create', page)),
    gets(complete(undefined)),
  ),
];
