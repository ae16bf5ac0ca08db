import type { Client } from '@mcpfusion/client';
import { expect, it } from 'vitest';
import { DeadlineReached } from '../abort-reasons.js';
import type { CommandScope } from '../command.js';
import { ScriptState } from '../state.js';
import { runCall } from './run-call.js';

it('a call whose time is over before it begins is not sent', async () => {
  const sent: string[] = [];
  const client = { start: (method: string) => sent.push(method), onFrame: () => () => {} } as unknown as Client;
  const scope = {
    session: { connection: { client } },
    state: new ScriptState(),
    signal: AbortSignal.abort(new DeadlineReached(5)),
    listeners: [],
  } as unknown as CommandScope;
  await expect(runCall(scope, { method: 'ping', params: {}, what: 'ping' })).rejects.toThrow('stopped after 5 ms');
  expect(sent).toEqual([]);
});
