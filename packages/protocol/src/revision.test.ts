import { describe, expect, it } from 'vitest';
import { readMessage } from './json-rpc.js';
import { eraOf, isStatelessVersion, negotiate, type Era, type EraQuestion } from './revision.js';

const key = 'io.modelcontextprotocol/protocolVersion';
const session: Era = '2025-11-25';
const stateless: Era = '2026-07-28';

const request = (method: string, version?: unknown) =>
  readMessage({
    jsonrpc: '2.0',
    id: 1,
    method,
    ...(version === undefined ? {} : { params: { _meta: { [key]: version } } }),
  });
const notification = (method: string, version?: string) =>
  readMessage({ jsonrpc: '2.0', method, ...(version === undefined ? {} : { params: { _meta: { [key]: version } } }) });
const response = readMessage({ jsonrpc: '2.0', id: 1, result: {} });

const overHttp = (message: EraQuestion['message'], versionHeader?: string) =>
  eraOf({ transport: 'http', message, versionHeader, isInitialized: false });
const overStdio = (message: EraQuestion['message'], isInitialized: boolean) =>
  eraOf({ transport: 'stdio', message, versionHeader: undefined, isInitialized });

describe('eraOf: a request with the version key in _meta', () => {
  it.each(['2026-07-28', '2025-11-25', '2099-01-01', 'v999.0.0', '', 7, null])(
    'is of the stateless era with %j, whatever the rest says',
    (version) => {
      for (const method of ['tools/call', 'initialize', 'ping', 'unknown/method']) {
        expect(overHttp(request(method, version))).toBe(stateless);
        expect(overHttp(request(method, version), '2025-11-25')).toBe(stateless);
        expect(overStdio(request(method, version), false)).toBe(stateless);
        expect(overStdio(request(method, version), true)).toBe(stateless);
      }
    },
  );
});

describe('eraOf: without the key, over HTTP', () => {
  it('initialize opens a session', () => {
    expect(overHttp(request('initialize'))).toBe(session);
    expect(overHttp(request('initialize'), '2025-11-25')).toBe(session);
  });

  it('initialize under a 2026 header is -32020', () => {
    expect(overHttp(request('initialize'), '2026-07-28')).toMatchObject({ code: -32020 });
  });

  it('a request under a 2026 or later header is -32602, naming the keys (SHT-53)', () => {
    for (const header of ['2026-07-28', '2027-01-01']) {
      expect(overHttp(request('tools/list'), header)).toMatchObject({
        code: -32602,
        message: expect.stringContaining(key) as string,
      });
    }
  });

  it.each([undefined, '2025-11-25', '2025-03-26', 'v999.0.0', ''])(
    'a request under the header %j goes by the rules of sessions',
    (header) => {
      expect(overHttp(request('tools/list'), header)).toBe(session);
    },
  );

  it('the header decides for a notification', () => {
    expect(overHttp(notification('notifications/cancelled'))).toBe(session);
    expect(overHttp(notification('notifications/cancelled'), '2025-11-25')).toBe(session);
    expect(overHttp(notification('notifications/cancelled'), '2026-07-28')).toBe(stateless);
    expect(overHttp(notification('notifications/cancelled', '2026-07-28'))).toBe(stateless);
  });

  it('a response is of the session era', () => {
    expect(overHttp(response, '2026-07-28')).toBe(session);
  });

  it('of what is no message the header decides', () => {
    expect(overHttp(readMessage([]), '2026-07-28')).toBe(stateless);
    expect(overHttp(readMessage([]))).toBe(session);
  });
});

describe('eraOf: without the key, over stdio', () => {
  it('initialize and ping come before everything', () => {
    expect(overStdio(request('initialize'), false)).toBe(session);
    expect(overStdio(request('ping'), false)).toBe(session);
  });

  it.each(['tools/list', 'server/discover', 'unknown/method'])(
    '%s before initialize is -32602, naming the missing keys',
    (method) => {
      expect(overStdio(request(method), false)).toMatchObject({
        code: -32602,
        message: expect.stringContaining(key) as string,
      });
    },
  );

  it('everything after initialize is of the session', () => {
    expect(overStdio(request('tools/list'), true)).toBe(session);
  });

  it('the eras may alternate, request by request', () => {
    expect(overStdio(request('tools/list'), true)).toBe(session);
    expect(overStdio(request('tools/list', '2026-07-28'), true)).toBe(stateless);
    expect(overStdio(request('tools/list'), true)).toBe(session);
  });

  it('notifications are of the session', () => {
    expect(overStdio(notification('notifications/cancelled'), false)).toBe(session);
  });
});

describe('versions', () => {
  it.each(['2025-11-25', '2025-06-18', '2025-03-26'])('initialize agrees to %s (LIF25-05)', (version) => {
    expect(negotiate(version)).toBe(version);
  });

  it.each(['2026-07-28', '2024-11-05', '', 'latest', undefined, 7])(
    'initialize answers %j with 2025-11-25 (LIF25-05)',
    (version) => {
      expect(negotiate(version)).toBe('2025-11-25');
    },
  );

  it('later dates are stateless, names are not', () => {
    expect(['2026-07-28', '2026-07-29', '2030-01-01'].filter(isStatelessVersion)).toHaveLength(3);
    expect(['2026-07-27', '2025-11-25', 'v999.0.0', 'draft', '', '2026-07-28x'].filter(isStatelessVersion)).toEqual([]);
  });
});
