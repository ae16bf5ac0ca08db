import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorCodes } from './error-codes.js';
import {
  encodeError,
  encodeNotification,
  encodeRequest,
  encodeResult,
  isRequestId,
  parseMessage,
  readMessage,
} from './json-rpc.js';

const codeOf = (text: string): number | undefined => {
  const message = parseMessage(text);
  return message.kind === 'invalid' ? message.error.code : undefined;
};

describe('request ids (BAS-01: string or integer, never null)', () => {
  it.each(['', '0', 'a', 0, -1, 7, Number.MAX_SAFE_INTEGER])('%j is one', (id) => {
    expect(isRequestId(id)).toBe(true);
  });

  it.each([null, undefined, true, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, [], {}, [7]])(
    '%j is none',
    (id) => {
      expect(isRequestId(id)).toBe(false);
    },
  );
});

describe('parseMessage', () => {
  it('reads a request; absent params are empty', () => {
    expect(parseMessage('{"jsonrpc":"2.0","id":0,"method":"ping"}')).toEqual({
      kind: 'request',
      id: 0,
      method: 'ping',
      params: {},
    });
  });

  it('refuses what is nested too deep, with its id, and takes any depth for that', () => {
    const nested = (levels: number, head = '"id":7,') =>
      `{"jsonrpc":"2.0",${head}"method":"m","params":{"a":${'['.repeat(levels)}${']'.repeat(levels)}}}`;
    const refusal = { kind: 'invalid', error: { code: errorCodes.invalidRequest } };
    expect(parseMessage(nested(8), 10).kind).toBe('request');
    expect(parseMessage(nested(9), 10)).toMatchObject({ ...refusal, id: 7 });
    expect(parseMessage(nested(100_000))).toMatchObject({ ...refusal, id: 7 });
    expect(parseMessage(nested(100_000, ''))).toMatchObject(refusal);
    expect(parseMessage(`{"a":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_001)}`)).toMatchObject(refusal);
    expect(readMessage(JSON.parse(nested(9)), 10)).toMatchObject({ ...refusal, id: 7 });
  });

  it('reads a notification', () => {
    expect(parseMessage('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}')).toEqual({
      kind: 'notification',
      method: 'notifications/cancelled',
      params: { requestId: 7 },
    });
  });

  it('reads both kinds of response; an error may lack the id', () => {
    expect(parseMessage('{"jsonrpc":"2.0","id":"a","result":{"x":1}}')).toEqual({
      kind: 'response',
      id: 'a',
      result: { x: 1 },
    });
    expect(parseMessage('{"jsonrpc":"2.0","error":{"code":-32700,"message":"m","data":1}}')).toEqual({
      kind: 'response',
      id: undefined,
      error: { code: -32700, message: 'm', data: 1 },
    });
  });

  it.each(['', '{', 'nul', '{"a":1}{', "{'a':1}", '\ufeff{}'])('-32700 without id for %j', (text) => {
    expect(parseMessage(text)).toMatchObject({
      kind: 'invalid',
      id: undefined,
      error: { code: errorCodes.parseError },
    });
  });

  it.each(['[]', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]'])(
    '-32600 without id for the batch %s (SHT-09)',
    (text) => {
      expect(parseMessage(text)).toMatchObject({
        kind: 'invalid',
        id: undefined,
        error: { code: errorCodes.invalidRequest },
      });
    },
  );

  it.each([
    ['{"id":1,"method":"ping"}', 1],
    ['{"jsonrpc":"1.0","id":"a","method":"ping"}', 'a'],
    ['{"jsonrpc":2.0,"id":1,"method":"ping"}', 1],
    ['{"jsonrpc":"2.0","id":1,"method":7}', 1],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', 1],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","params":null}', 1],
    ['{"jsonrpc":"2.0","id":1}', 1],
    ['{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}', 1],
    ['{"jsonrpc":"2.0","id":1,"result":7}', 1],
    ['{"jsonrpc":"2.0","id":1,"error":{"code":"1","message":""}}', 1],
    ['{"jsonrpc":"2.0","id":1,"error":{"code":1}}', 1],
    ['{"jsonrpc":"2.0","result":{}}', undefined],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', undefined],
    ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', undefined],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', undefined],
    ['7', undefined],
    ['null', undefined],
    ['"text"', undefined],
  ])('-32600 for %s, with the id when it can be read (BAS-02)', (text, id) => {
    const message = parseMessage(text);
    expect(message).toMatchObject({ kind: 'invalid', error: { code: errorCodes.invalidRequest } });
    expect(message).toHaveProperty('id', id);
  });

  it('never throws, and has no code but its two', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        expect([undefined, errorCodes.parseError, errorCodes.invalidRequest]).toContain(codeOf(text));
      }),
    );
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(['request', 'notification', 'response', 'invalid']).toContain(readMessage(value).kind);
      }),
    );
  });
});

describe('encoding', () => {
  const id = fc.oneof(fc.string(), fc.maxSafeInteger());
  const params = fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true });
  /** As JSON carries it: -0 is 0. */
  const overJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

  it('comes back as it went, ids with their type', () => {
    fc.assert(
      fc.property(id, fc.string(), params, (anId, method, some) => {
        const [sentId, sent] = [overJson(anId), overJson(some)];
        expect(parseMessage(encodeRequest(anId, method, some))).toEqual({
          kind: 'request',
          id: sentId,
          method,
          params: sent,
        });
        expect(parseMessage(encodeNotification(method, some))).toEqual({ kind: 'notification', method, params: sent });
        expect(parseMessage(encodeResult(anId, some))).toEqual({ kind: 'response', id: sentId, result: sent });
        const error = { code: -32603, message: method };
        expect(parseMessage(encodeError(anId, error))).toEqual({ kind: 'response', id: sentId, error });
      }),
    );
  });

  it('has no raw line break (STD-01)', () => {
    fc.assert(
      fc.property(fc.string(), params, (method, some) => {
        expect(encodeNotification(method, some)).not.toMatch(/[\r\n]/);
      }),
    );
    expect(encodeNotification('a\nb\r', { 'c\n': '\r\n' })).not.toMatch(/[\r\n]/);
  });

  it('leaves an unknown id out instead of writing null', () => {
    expect(encodeError(undefined, { code: -32700, message: 'm' })).toBe(
      '{"jsonrpc":"2.0","error":{"code":-32700,"message":"m"}}',
    );
  });
});
