import {
  CallCancelled,
  CallTimedOut,
  ConnectionLost,
  HttpFailure,
  RpcFailure,
  UnusableAnswer,
} from '@mcpfusion/client';
import { describe, expect, it } from 'vitest';
import { describeError } from './describe-error.js';
import { ConnectionFailure, UsageError } from './tester-error.js';

const http = (status: number, error?: { code: number; message: string }): HttpFailure =>
  new HttpFailure(`HTTP ${status}`, { status, headers: {}, body: '' }, error);

describe('the end of a command', () => {
  it.each<[string, unknown, number, string]>([
    ['a wrong command line', new UsageError('Expected x'), 2, 'Expected x'],
    ['no connection', new ConnectionFailure('none'), 3, 'none'],
    ['a connection that is lost', new ConnectionLost('gone'), 3, 'gone'],
    ['a JSON-RPC error', new RpcFailure({ code: -1, message: 'no', data: [1] }), 1, 'RPC error (-1): no\n  data: [1]'],
    ['a JSON-RPC error without id', http(400, { code: -2, message: 'bad' }), 1, 'RPC error (-2): bad'],
    ['an answer that is none', http(400), 1, 'HTTP 400'],
    ['a server error', http(500), 1, 'HTTP 500'],
    ['a gateway without server', http(502), 3, 'HTTP 502'],
    ['a service that is away', http(503), 3, 'HTTP 503'],
    ['a gateway that waited in vain', http(504), 3, 'HTTP 504'],
    ['an answer that cannot be used', new UnusableAnswer('in\u0007circles'), 1, 'in\\u0007circles'],
    ['no answer', new CallTimedOut('ping', 5, 'timeout'), 1, 'ping got no answer within 5 ms. --timeout sets how'],
    ['an interrupt', new CallCancelled('enough'), 130, 'The call was cancelled: enough'],
  ])('%s', (_name, error, exitCode, text) => {
    const described = describeError(error);
    expect(described?.exitCode).toBe(exitCode);
    expect(described?.text).toContain(text);
  });

  it('a fault of this program is not described', () => {
    expect(describeError(new TypeError('x is undefined'))).toBeUndefined();
  });
});
