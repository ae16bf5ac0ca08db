import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isImplementation, isRpcError, readSessionEnvelope, readStatelessEnvelope } from './envelope.js';
import { metaKeys } from './meta.js';

const required = { [metaKeys.protocolVersion]: '2026-07-28', [metaKeys.clientCapabilities]: {} };
const read = (meta: object) => readStatelessEnvelope({ _meta: { ...required, ...meta } });
const session = { protocolVersion: '2025-11-25', clientInfo: { name: 'c', version: '1' }, clientCapabilities: {} };

describe('readStatelessEnvelope', () => {
  it('reads all that a request says of itself', () => {
    const clientInfo = { name: 'client', version: '1.0.0', title: 'Client' };
    const meta = {
      ...required,
      [metaKeys.clientCapabilities]: { elicitation: {} },
      [metaKeys.clientInfo]: clientInfo,
      [metaKeys.logLevel]: 'debug',
      progressToken: 'token',
      'com.example/own': 1,
    };
    expect(readStatelessEnvelope({ _meta: meta })).toEqual({
      protocolVersion: '2026-07-28',
      clientInfo,
      clientCapabilities: { elicitation: {} },
      logLevel: 'debug',
      progressToken: 'token',
      meta,
    });
  });

  it.each([
    [{}],
    [{ _meta: undefined }],
    [{ _meta: null }],
    [{ _meta: [] }],
    [{ _meta: { [metaKeys.protocolVersion]: '2026-07-28' } }],
    [{ _meta: { [metaKeys.clientCapabilities]: {} } }],
    [{ _meta: { ...required, [metaKeys.protocolVersion]: 7 } }],
    [{ _meta: { ...required, [metaKeys.clientCapabilities]: null } }],
    [{ _meta: { ...required, [metaKeys.clientCapabilities]: [] } }],
  ])('SHT-53, MRT-02: -32602 for %j, naming both keys', (params) => {
    expect(readStatelessEnvelope(params)).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/protocolVersion.*clientCapabilities/s) as string,
    });
  });

  it('BAS-08: the client need not say who it is, but if it does, rightly', () => {
    expect(read({})).toMatchObject({ clientInfo: undefined });
    for (const clientInfo of [null, 'client', {}, { name: 'client' }, { name: 'client', version: 1 }]) {
      expect(read({ [metaKeys.clientInfo]: clientInfo })).toMatchObject({ code: -32602 });
    }
  });

  it('LOG-02: no level when none is given', () => {
    expect(read({})).toMatchObject({ logLevel: undefined });
  });

  it.each(['verbose', 'DEBUG', '', 7, null, {}])('LOG-07: -32602 for the level %j', (level) => {
    expect(read({ [metaKeys.logLevel]: level })).toMatchObject({ code: -32602 });
  });

  it('does not fill the error with what it got', () => {
    const error = read({ [metaKeys.logLevel]: 'x'.repeat(10_000) });
    expect(isRpcError(error) && error.message.length).toBeLessThan(300);
  });
});

describe('the progress token', () => {
  it.each([0, -1, '0', '', 7, 'token'])('PRG-01, PRG-07: %j is one, in both eras, and keeps its type', (token) => {
    expect(read({ progressToken: token })).toHaveProperty('progressToken', token);
    expect(readSessionEnvelope({ _meta: { progressToken: token } }, session)).toHaveProperty('progressToken', token);
  });

  it.each([1.5, true, {}, []])('PRG-01: %j is refused with -32602, in both eras', (token) => {
    expect(read({ progressToken: token })).toMatchObject({ code: -32602 });
    expect(readSessionEnvelope({ _meta: { progressToken: token } }, session)).toMatchObject({ code: -32602 });
  });

  it('absent and null mean none', () => {
    for (const meta of [{}, { progressToken: null }]) {
      expect(read(meta)).toHaveProperty('progressToken', undefined);
      expect(readSessionEnvelope({ _meta: meta }, session)).toHaveProperty('progressToken', undefined);
    }
  });
});

describe('readSessionEnvelope', () => {
  it('takes from the session what initialize has said', () => {
    const meta = { [metaKeys.clientInfo]: 7, [metaKeys.logLevel]: 'nonsense' };
    expect(readSessionEnvelope({ _meta: meta }, session)).toEqual({
      ...session,
      progressToken: undefined,
      logLevel: undefined,
      meta,
    });
    expect(readSessionEnvelope({}, session)).toMatchObject({ ...session, meta: {} });
  });
});

it('never throws, whatever _meta holds', () => {
  fc.assert(
    fc.property(fc.anything(), (meta) => {
      expect(isRpcError(readStatelessEnvelope({ _meta: meta }))).toBe(true);
      readSessionEnvelope({ _meta: meta }, session);
    }),
  );
});

it('knows an Implementation', () => {
  expect(isImplementation({ name: '', version: '', websiteUrl: 'x' })).toBe(true);
  expect([undefined, null, 'x', [], {}, { name: 'x' }, { version: '1' }].filter(isImplementation)).toEqual([]);
});
