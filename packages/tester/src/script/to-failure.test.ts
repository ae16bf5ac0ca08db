import { CallCancelled, CallTimedOut, ConnectionLost, HttpFailure, RpcFailure } from '@mcpfusion/client';
import { describe, expect, it } from 'vitest';
import { ConnectionFailure, UsageError } from '../exit/tester-error.js';
import { CancelledByScript, DeadlineReached } from './abort-reasons.js';
import { assertionFailed, exitCodeOf, isExpectable, scriptError } from './failure.js';
import { toFailure } from './to-failure.js';

const http = (status: number): HttpFailure => new HttpFailure('x', { status, headers: {}, body: '' });

describe('toFailure', () => {
  it.each<[string, unknown, string, number, boolean]>([
    ['a script error', scriptError('x'), 'script', 2, false],
    ['an assertion', assertionFailed('x'), 'assertion', 1, true],
    ['a JSON-RPC error', new RpcFailure({ code: -32602, message: 'x' }), 'rpc', 1, true],
    ['the default limit', new CallTimedOut('x', 1, 'timeout'), 'timeout', 1, true],
    ['a deadline', new CallCancelled(new DeadlineReached(1)), 'timeout', 1, true],
    ['a cancel of the script', new CallCancelled(new CancelledByScript('x')), 'cancelled', 1, false],
    ['an interrupt', new CallCancelled('x'), 'interrupted', 130, false],
    ['a connection that is lost', new ConnectionLost('x'), 'lost', 3, false],
    ['HTTP 500', http(500), 'other', 1, true],
    ['HTTP 503', http(503), 'lost', 3, false],
    ['no connection', new ConnectionFailure('x'), 'lost', 3, false],
    ['a wrong use', new UsageError('x'), 'script', 2, false],
    ['any error', new Error('x'), 'other', 1, true],
    ['a fault of this program', new TypeError('x'), 'script', 2, false],
  ])('%s', (_name, error, kind, exitCode, isAccepted) => {
    const failure = toFailure(error);
    expect(failure.kind).toBe(kind);
    expect(exitCodeOf(failure)).toBe(exitCode);
    expect(isExpectable(failure)).toBe(isAccepted);
  });

  it('reads JSON-RPC errors with their code', () => {
    const failure = toFailure(new RpcFailure({ code: -32602, message: 'no such tool' }));
    expect(failure).toMatchObject({ code: -32602, message: 'RPC error (-32602): no such tool' });
  });
});
