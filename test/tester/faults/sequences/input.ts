import { call, discovery, gets, handshake, modern, request, result, sends, type Json } from './frames.js';
import { breaks, keeps, type Sequence } from './sequence.js';

const able = (capabilities: Json): Json => ({ 'io.modelcontextprotocol/clientCapabilities': capabilities });
const asks = (more: Json): Json => result(1, { resultType: 'input_required', ...more });
const form = (params: Json = { message: 'm' }): Json => ({ method: 'elicitation/create', params });
const sendsAble = sends(call(1, undefined, able({ elicitation: {} })));

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
    gets(asks({ inputRequests: { a: form({ mode: 'url' }) } })),
  ),
  breaks(
    'ELI-09 ELI25-04',
    '2025: url mode where form was declared',
    ...handshake({}, { elicitation: { form: {} } }),
    gets(request(1, 'elicitation/create', { mode: 'url' })),
  ),
  breaks(
    'ELI-09 ELI25-04',
    '2025: a form where url alone was declared',
    ...handshake({}, { elicitation: { url: {} } }),
    gets(request(1, 'elicitation/create', {})),
  ),
  keeps(
    '2025: both modes',
    ...handshake({}, { elicitation: { form: {}, url: {} } }),
    gets(request(1, 'elicitation/create', { mode: 'url' })),
    gets(request(2, 'elicitation/create', {})),
  ),
];
