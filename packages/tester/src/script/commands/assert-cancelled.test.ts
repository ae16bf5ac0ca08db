import type { Client, Frame, RunningCall } from '@mcpfusion/client';
import { parseMessage } from '@mcpfusion/protocol';
import { describe, expect, it } from 'vitest';
import { CallFrames } from '../calls/call-frames.js';
import { CallInput } from '../calls/call-input.js';
import { CallProgress } from '../calls/call-progress.js';
import type { CallSpan } from '../calls/call-record.js';
import { FirstAndLast } from '../calls/first-and-last.js';
import type { CommandScope } from '../command.js';
import { ScriptState } from '../state.js';
import { assertCancelled } from './assert-cancelled.js';
import { toldAtMs } from './cancel-evidence.js';
import { lastCallOf } from './last-call.js';

const cancel = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}';
const out = (raw: string): Frame => ({ direction: 'out', atMs: 1, raw, message: parseMessage(raw) });
const closed: Frame = {
  direction: 'out',
  atMs: 1,
  raw: '',
  message: undefined,
  http: { streamId: 1, method: 'POST', status: undefined, headers: {}, end: 'closed' },
};

function scopeAfter(frames: readonly Frame[], wire: Pick<Client, 'transport' | 'era'>): CommandScope {
  const state = new ScriptState();
  const call = { owns: () => true, streamEnded: undefined } as unknown as RunningCall;
  let pass: ((frame: Frame) => void) | undefined;
  const onFrame: Client['onFrame'] = (listener) => {
    pass = listener;
    return () => {};
  };
  const client = { ...wire, onFrame } as Client;
  const callFrames = new CallFrames(client);
  callFrames.follow(call);
  for (const frame of frames) pass?.(frame);
  const end: CallSpan['end'] = { how: 'given up', atMs: 0 };
  state.lastCall = {
    what: 'call_tool x',
    span: { client, startedAtMs: 0, end },
    call,
    frames: callFrames,
    progress: new CallProgress(),
    input: new CallInput(
      () => {},
      () => {},
    ),
    logs: new FirstAndLast(() => 0),
  };
  return { state, signal: new AbortController().signal } as CommandScope;
}

describe('assert_cancelled counts the cancels on the wire', () => {
  const stdio = { transport: 'stdio', era: '2026-07-28' } as const;
  const http = { transport: 'http', era: '2026-07-28' } as const;
  const older = { transport: 'http', era: '2025-11-25' } as const;

  it.each([
    [stdio, [out(cancel)]],
    [older, [out(cancel)]],
    [older, [out(cancel), closed]],
    [http, [closed]],
  ])('one is right: %j', async (client, frames) => {
    await expect(assertCancelled.run([], scopeAfter(frames, client))).resolves.toBeUndefined();
  });

  it.each([
    [stdio, [], 'expected exactly one cancel (notification) for call_tool x, got none'],
    [stdio, [out(cancel), out(cancel)], `got 2: ${cancel}, ${cancel}`],
    [http, [], 'expected exactly one cancel (closed stream) for call_tool x, got none'],
    [http, [closed, out(cancel)], `got 2: closed stream, ${cancel}`],
    [older, [closed], 'got none'],
  ])('anything else is wrong: %j', async (client, frames, text) => {
    await expect(assertCancelled.run([], scopeAfter(frames, client))).rejects.toThrow(text);
  });
});

it('the server counts as told when the cancel is out, and not before', () => {
  const { state } = scopeAfter([{ ...out(cancel), atMs: 20 }], { transport: 'stdio', era: '2026-07-28' });
  const record = lastCallOf(state);
  record.span.end = { how: 'given up', atMs: 10 };
  expect(toldAtMs(record)).toBe(20);
  record.span.end = { how: 'given up', atMs: 30 };
  expect(toldAtMs(record)).toBe(30);
});
