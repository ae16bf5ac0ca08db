import { describe, expect, it } from 'vitest';
import { errorCodes, httpStatusOf, rpcError } from './error-codes.js';

describe('error codes', () => {
  it('BAS-03: are those that the specification gives, and no others', () => {
    expect(Object.values(errorCodes).toSorted((a, b) => a - b)).toEqual([
      -32700, -32603, -32602, -32601, -32600, -32042, -32022, -32021, -32020,
    ]);
  });

  it.each([
    [errorCodes.parseError, 400],
    [errorCodes.invalidRequest, 400],
    [errorCodes.headerMismatch, 400],
    [errorCodes.missingRequiredClientCapability, 400],
    [errorCodes.unsupportedProtocolVersion, 400],
    [errorCodes.methodNotFound, 404],
    [errorCodes.invalidParams, 200],
    [errorCodes.internalError, 200],
    [errorCodes.urlElicitationRequired, 200],
  ])('SHT-24, SHT-25, SHT-26, SHT-54: %i has the status %i', (code, status) => {
    expect(httpStatusOf(rpcError(code, ''))).toBe(status);
  });

  it('SHT-53: -32602 of the envelope is 400', () => {
    expect(httpStatusOf(rpcError(errorCodes.invalidParams, ''), true)).toBe(400);
    expect(httpStatusOf(rpcError(errorCodes.internalError, ''), true)).toBe(200);
  });

  it('data is there only when something is', () => {
    expect(rpcError(1, 'm')).toEqual({ code: 1, message: 'm' });
    expect(Object.keys(rpcError(1, 'm'))).toEqual(['code', 'message']);
    expect(rpcError(1, 'm', null)).toEqual({ code: 1, message: 'm', data: null });
  });
});
