import {
  modern,
  sessions,
  overHttp,
  overStdio,
  isCall,
  workResult,
  resultOf,
  withParams,
  askAs,
  askParams,
  askResult,
  stray,
} from './changes.mjs';
import { subscriptionFaults } from './subscription-faults.mjs';

// Faults of results, questions, sessions and HTTP.

const resultFaults = {
  'result-type-missing': {
    rule: 'MRT-29',
    ...modern,
    rewrite: workResult(({ id, result }) => ({ jsonrpc: '2.0', id, result: { content: result.content } })),
  },
  'result-type-unknown': {
    rule: 'MRT-31',
    ...modern,
    rewrite: workResult((said) => ({ ...said, result: { ...said.result, resultType: 'partial' } })),
  },
  'cache-hints-missing': { rule: 'CCH-S1', ...modern, rewrite: resultOf('tools/list', () => ({ ttlMs: undefined })) },
  'discover-without-capabilities': {
    rule: 'BAS-06',
    ...modern,
    rewrite: resultOf('server/discover', () => ({ capabilities: undefined })),
  },
  'tool-without-schema': {
    rule: 'TLS-S1',
    rewrite: resultOf('tools/list', ({ tools }) => ({ tools: [...tools, { name: 'bare' }] })),
  },
  'tool-listed-twice': {
    rule: 'TLS-S2',
    rewrite: resultOf('tools/list', ({ tools }) => ({ tools: [...tools, tools[0]] })),
  },
  'content-text': {
    rule: 'TLS-S3',
    rewrite: workResult((said) => ({ ...said, result: { ...said.result, content: 'done' } })),
  },
  'structured-missing': {
    rule: 'TLS-S4',
    rewrite: (said, request) =>
      isCall(request, 'structured')
        ? [{ ...said, result: { ...said.result, structuredContent: undefined } }]
        : undefined,
  },
};

const inputFaults = {
  'list-asks': {
    rule: 'MRT-03',
    ...modern,
    rewrite: (said, request) =>
      request.method === 'tools/list'
        ? [{ ...said, result: { resultType: 'input_required', requestState: 's' } }]
        : undefined,
  },
  'asks-nothing': { rule: 'MRT-13', ...modern, rewrite: askResult(() => ({})) },
  'asks-another-method': {
    rule: 'MRT-05',
    ...modern,
    rewrite: askResult(() => ({ inputRequests: { go: { method: 'ping' } } })),
  },
  'asks-undeclared': {
    rule: 'MRT-14',
    ...modern,
    rewrite: askResult(() => ({ inputRequests: { go: { method: 'roots/list' } } })),
  },
  'asks-by-url': {
    rule: 'ELI-09 ELI25-04',
    ...modern,
    rewrite: askResult(({ inputRequests: { go } }) => ({
      inputRequests: { go: withParams(go, { mode: 'url', url: 'https://example.com/' }) },
    })),
  },
  'asks-by-url-in-a-session': {
    rule: 'ELI-09 ELI25-04',
    ...sessions,
    rewrite: (said) =>
      said.method === 'elicitation/create'
        ? [withParams(said, { mode: 'url', url: 'https://example.com/', elicitationId: 'e' })]
        : undefined,
  },
};

const completeFaults = {
  'completes-what-it-has-not-asked': {
    rule: 'ELI25-11',
    ...sessions,
    asksByUrl: true,
    rewrite: (said) =>
      said.method === 'elicitation/create'
        ? [
            { ...said, params: page('https://example.com/')(said.params) },
            { jsonrpc: '2.0', method: 'notifications/elicitation/complete', params: { elicitationId: 'another' } },
          ]
        : undefined,
  },
};

const withField = (name, field) => (params) => ({
  ...params,
  requestedSchema: { type: 'object', properties: { [name]: field } },
});
const page = (url) => (params) => ({ mode: 'url', message: params.message, url, elicitationId: 'e' });

const formFaults = {
  'asks-with-a-nested-form': {
    rule: 'ELI-12 ELI-13 ELI25-05',
    rewrite: askParams(withField('address', { type: 'object', properties: {} })),
  },
  'asks-without-schema': {
    rule: 'ELI-12 ELI-13 ELI25-05',
    rewrite: askParams(({ message }) => ({ message })),
  },
  'asks-with-a-word-as-schema': {
    rule: 'ELI-12 ELI-13 ELI25-05',
    rewrite: askParams((params) => ({ ...params, requestedSchema: 'none' })),
  },
  'asks-for-an-unknown-type': {
    rule: 'ELI-12 ELI-13 ELI25-05',
    rewrite: askParams(withField('when', { type: 'date' })),
  },
  'asks-without-type': { rule: 'ELI-12 ELI-13 ELI25-05', rewrite: askParams(withField('when', {})) },
  'requires-what-is-not-there': {
    rule: 'ELI-12 ELI-13 ELI25-05',
    rewrite: askParams((params) => ({ ...params, requestedSchema: { ...params.requestedSchema, required: ['no'] } })),
  },
  'asks-without-params': { rule: 'ELI-12 ELI-13 ELI25-05', rewrite: askParams(() => undefined) },
  'asks-a-number': { rule: 'ELI-12 ELI-13 ELI25-05', rewrite: askParams((params) => ({ ...params, message: 42 })) },
  'asks-without-message': {
    rule: 'ELI-12 ELI-13 ELI25-05',
    rewrite: askParams(({ requestedSchema }) => ({ requestedSchema })),
  },
  'asks-for-a-password': {
    rule: 'ELI-01 ELI25-01',
    rewrite: askParams(withField('dbPassword', { type: 'string' })),
  },
  'page-without-url': { rule: 'ELI-15 ELI-16 ELI25-10', asksByUrl: true, rewrite: askParams(page('connect')) },
  'page-without-id': {
    rule: 'ELI-15 ELI-16 ELI25-10',
    asksByUrl: true,
    ...sessions,
    rewrite: askParams(({ message }) => ({ mode: 'url', message, url: 'https://example.com/' })),
  },
  'page-in-clear': { rule: 'ELI-33 ELI25-21', asksByUrl: true, rewrite: askParams(page('http://example.com/')) },
  ...Object.fromEntries(
    [
      ['script', 'javascript:alert(1)'],
      ['file', 'file:///etc/hosts'],
    ].map(([name, url]) => [
      `page-of-a-${name}`,
      { rule: 'ELI-15 ELI-16 ELI25-10', asksByUrl: true, rewrite: askParams(page(url)) },
    ]),
  ),
};

const samples = (params) => askAs('sampling/createMessage', params);
const samplingFaults = {
  'samples-a-word': { rule: 'SMP-S1', ...samples({ messages: 'x', maxTokens: 1 }) },
  'samples-strange-messages': {
    rule: 'SMP-S1',
    ...samples({ messages: [{ role: 'system', content: 'x' }], maxTokens: 1 }),
  },
  'samples-without-limit': {
    rule: 'SMP-S1',
    ...samples({ messages: [{ role: 'user', content: { type: 'text', text: 'x' } }] }),
  },
};

const sessionFaults = {
  'asks-with-one-id': {
    rule: 'RPC-08',
    ...sessions,
    rewrite: (said) => (said.method === 'elicitation/create' ? [said, said] : undefined),
  },
  'asks-for-roots': {
    rule: 'LIF25-07',
    ...sessions,
    rewrite: workResult((said, { id }) => [{ jsonrpc: '2.0', id: `r${id}`, method: 'roots/list' }, said]),
  },
  'asks-before-initialized': {
    rule: 'LIF25-04',
    ...sessions,
    ...overStdio,
    rewrite: (said, request) =>
      request.method === 'initialize'
        ? [
            {
              jsonrpc: '2.0',
              id: 'e',
              method: 'elicitation/create',
              params: { message: 'm', requestedSchema: { type: 'object', properties: {} } },
            },
            said,
          ]
        : undefined,
  },
  'no-server-info': {
    rule: 'LIF25-02',
    ...sessions,
    rewrite: resultOf('initialize', () => ({ serverInfo: undefined })),
  },
  'change-undeclared': {
    rule: 'LIF-S1 LIF25-07',
    ...sessions,
    rewrite: stray({ jsonrpc: '2.0', method: 'notifications/prompts/list_changed' }),
  },
};

const isWorkResult = (said, request) => isCall(request, 'work') && said.result !== undefined;

const httpFaults = {
  'answers-in-text': {
    rule: 'SHT-13 SHT25-07',
    ...overHttp,
    http: { streamHeaders: ({ params }) => (params.name === 'work' ? { 'Content-Type': 'text/plain' } : {}) },
  },
  'body-no-message': {
    rule: 'SHT-S1',
    ...overHttp,
    rewrite: (said, request) => (request.method === 'ping' ? ['{"ok":true}'] : undefined),
  },
  'notification-200': { rule: 'SHT-11 SHT25-06', ...sessions, ...overHttp, http: { accepted: { status: 200 } } },
  'notification-body': { rule: 'SHT-11 SHT25-06', ...sessions, ...overHttp, http: { accepted: { text: 'ok' } } },
  'response-on-another-stream': {
    rule: 'SHT-15 SHT25-18 SHT25-22',
    ...overHttp,
    http: {
      elsewhere: (said, request, others) =>
        isWorkResult(said, request) ? others.find((other) => other.message) : undefined,
    },
  },
  'stream-ends': {
    rule: 'SHT-S2',
    ...modern,
    ...overHttp,
    http: { ending: (said, request) => (isWorkResult(said, request) ? 'complete' : undefined) },
  },
  'stream-breaks': {
    rule: 'SHT-S2',
    ...modern,
    ...overHttp,
    http: { ending: (said, request) => (isWorkResult(said, request) ? 'broken' : undefined) },
  },
  'stream-ends-in-a-session': {
    rule: 'SHT25-13',
    ...sessions,
    ...overHttp,
    http: { ending: (said, request) => (isWorkResult(said, request) ? 'complete' : undefined) },
  },
  'event-id-again': { rule: 'SHT25-20', ...sessions, ...overHttp, http: { eventIds: (at) => `e${at}` } },
  'session-id-space': { rule: 'SHT25-24', ...sessions, ...overHttp, sessionId: 'a session' },
  'session-id-changes': {
    rule: 'SHT25-S1',
    ...sessions,
    ...overHttp,
    http: { laterSessionId: ({ method }) => (method === 'tools/list' ? 'another' : undefined) },
  },
  'error-with-200': { rule: 'SHT-24 SHT-25 SHT-26 SHT-45 SHT-54', ...modern, ...overHttp, http: { status: () => 200 } },
  'stream-buffered': {
    rule: 'SHT-18',
    ...modern,
    ...overHttp,
    http: { streamHeaders: () => ({ 'X-Accel-Buffering': 'yes' }) },
  },
};

export const answerFaults = {
  ...resultFaults,
  ...inputFaults,
  ...formFaults,
  ...completeFaults,
  ...samplingFaults,
  ...sessionFaults,
  ...subscriptionFaults,
  ...httpFaults,
};
