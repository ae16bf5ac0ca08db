import {
  modern,
  sessions,
  overHttp,
  overStdio,
  isCall,
  isNote,
  workResult,
  resultOf,
  notes,
  withParams,
  tokenOf,
  stray,
} from './changes.mjs';
import { levelKey, log, progress } from './messages.mjs';

// Faults of progress, logs, cancels and messages as such.

const progressFaults = {
  'progress-of-another-token': {
    rule: 'PRG-04 PRG-07 PRG25-04',
    rewrite: notes('progress', (said) => withParams(said, { progressToken: 'made-up' })),
  },
  'progress-after-result': {
    rule: 'PRG-06 PRG25-05',
    rewrite: workResult((said, request) =>
      tokenOf(request) === undefined ? said : [said, progress(tokenOf(request), 4)],
    ),
  },
  'progress-stands-still': {
    rule: 'PRG-03 PRG25-03',
    rewrite: notes('progress', (said) => withParams(said, { progress: 1 })),
  },
  'progress-null': {
    rule: 'PRG-S1',
    rewrite: notes('progress', (said) =>
      withParams(said, { progress: said.params.progress === 3 ? null : said.params.progress }),
    ),
  },
  'progress-message-number': { rule: 'PRG-S2', rewrite: notes('progress', (said) => withParams(said, { message: 3 })) },
  'progress-on-another-stream': {
    rule: 'PRG-11 SHT-15',
    ...modern,
    ...overHttp,
    http: {
      elsewhere: (said, request, others) =>
        isNote(said, 'progress') && isCall(request, 'work') ? others.find((other) => other.message) : undefined,
    },
  },
  'progress-on-the-get-stream': {
    rule: 'SHT25-14 SHT25-17',
    ...sessions,
    ...overHttp,
    http: {
      elsewhere: (said, request, others) =>
        isNote(said, 'progress') && isCall(request, 'work') ? others.find((other) => !other.message) : undefined,
    },
  },
};

const cancelFaults = {
  'goes-on-after-cancel': {
    rule: 'STD-10 CAN-13 CAN25-04',
    ...overStdio,
    reportsCancelled: true,
    afterCancelMs: 300,
    cancels: true,
  },
  'goes-on-after-cancel-http': {
    rule: 'STD-10 CAN-13 CAN25-04',
    ...sessions,
    ...overHttp,
    reportsCancelled: true,
    afterCancelMs: 300,
    cancels: true,
  },
  'answers-after-cancel': {
    rule: 'CAN-15 CAN25-04',
    ...overStdio,
    answersCancelled: true,
    afterCancelMs: 300,
    cancels: true,
  },
  'cancels-a-call': {
    rule: 'CAN-03 CAN-12',
    ...modern,
    rewrite: workResult((said, { id }) => [
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } },
      said,
    ]),
  },
  'cancels-a-call-of-the-client': {
    rule: 'CAN25-01',
    ...sessions,
    rewrite: workResult((said, { id }) => [
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } },
      said,
    ]),
  },
};

const logFaults = {
  'log-level-unknown': { rule: 'LOG-S1', rewrite: notes('message', (said) => withParams(said, { level: 'fatal' })) },
  'log-without-data': {
    rule: 'LOG-S2',
    rewrite: notes('message', (said) => ({ ...said, params: { level: 'warning' } })),
  },
  'log-undeclared-initialize': {
    rule: 'LOG-01 LOG25-01',
    ...sessions,
    rewrite: resultOf('initialize', () => ({ capabilities: { tools: { listChanged: true } } })),
  },
  'log-undeclared-discover': {
    rule: 'LOG-01 LOG25-01',
    ...modern,
    rewrite: resultOf('server/discover', () => ({ capabilities: { tools: { listChanged: true } } })),
  },
  'log-unasked': {
    rule: 'LOG-02',
    ...modern,
    rewrite: (said, request) => (isCall(request, 'structured') ? [log('error'), said] : undefined),
  },
  'log-below-level': {
    rule: 'LOG-03',
    ...modern,
    rewrite: notes('message', (said) => withParams(said, { level: 'debug' })),
  },
  'log-below-level-set': {
    rule: 'LOG25-02',
    ...sessions,
    rewrite: notes('message', (said) => withParams(said, { level: 'debug' })),
  },
  'log-after-result': {
    rule: 'LOG-04',
    ...modern,
    rewrite: workResult((said, request) =>
      request.params._meta[levelKey] === undefined ? said : [said, log('error')],
    ),
  },
  'log-on-listen': {
    rule: 'LOG-05',
    ...overHttp,
    ...modern,
    rewrite: (said, request) => (isNote(said, 'tools/list_changed') && request ? [said, log('error')] : undefined),
  },
};

const messageFaults = {
  'id-of-another-type': { rule: 'RPC-09', rewrite: workResult((said) => [{ ...said, id: String(said.id) }, said]) },
  'id-missing': {
    rule: 'BAS-02 LIF25-08',
    rewrite: workResult((said) => [{ jsonrpc: '2.0', error: { code: -32603, message: 'wrong' } }, said]),
  },
  'id-null': {
    rule: 'RPC-01',
    rewrite: workResult((said) => [{ jsonrpc: '2.0', id: null, error: { code: -32603, message: 'wrong' } }, said]),
  },
  'answers-twice': { rule: 'RPC-02', rewrite: workResult((said) => [said, said]) },
  'jsonrpc-missing': { rule: 'RPC-03', rewrite: workResult((said) => [{ id: said.id, result: said.result }, said]) },
  'result-and-error': {
    rule: 'RPC-04',
    rewrite: workResult((said) => [{ ...said, error: { code: 1, message: '' } }, said]),
  },
  'error-code-text': {
    rule: 'RPC-05',
    rewrite: workResult((said) => [{ jsonrpc: '2.0', id: said.id, error: { code: 'E1', message: '' } }, said]),
  },
  'params-array': { rule: 'RPC-06', rewrite: stray({ jsonrpc: '2.0', method: 'notifications/x', params: [] }) },
  batch: { rule: 'RPC-07', rewrite: workResult((said) => [[said], said]) },
  'error-code-reserved': {
    rule: 'BAS-03',
    ...modern,
    rewrite: workResult(({ id }) => ({ jsonrpc: '2.0', id, error: { code: -32042, message: '' } })),
  },
  'asks-in-a-request': {
    rule: 'MRT-01 STD-07 SHT-16',
    ...modern,
    rewrite: stray({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  },
  'stray-line': { rule: 'STD-03 STD-01 STD25-01', ...overStdio, rewrite: stray('Listening on port 3000') },
  'not-utf-8': { rule: 'STD-19 STD25-05', ...overStdio, rewrite: stray(Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d, 0x0a)) },
};

export const notificationFaults = { ...progressFaults, ...cancelFaults, ...logFaults, ...messageFaults };
