import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@mcpfusion/client';
import { expect, it } from 'vitest';
import type { Connection } from '../../connection/connection.js';
import type { CallSpan } from '../calls/call-record.js';
import { ScriptSession } from './session.js';

it('a connection that comes to be after an interrupt is closed', async () => {
  const controller = new AbortController();
  let connect: ((connection: Connection) => void) | undefined;
  const session = new ScriptSession({
    open: () => new Promise((resolve) => (connect = resolve)),
    signal: controller.signal,
  });
  const opening = session.open('auto');
  await sleep(0);
  controller.abort();
  await expect(opening).rejects.toThrow('interrupted');
  const isClosed = new Promise<void>((resolve) => {
    connect?.({
      close: () => {
        resolve();
        return Promise.resolve();
      },
    } as Connection);
  });
  await isClosed;
  expect(session.connections).toEqual([]);
});

it('the newest 200 calls are known', () => {
  const session = new ScriptSession({
    open: () => Promise.reject(new Error('not opened here')),
    signal: new AbortController().signal,
  });
  for (let startedAtMs = 1; startedAtMs <= 250; startedAtMs++) {
    const span: CallSpan = { client: {} as Client, startedAtMs, end: undefined };
    session.remember(span);
  }
  expect(session.calls).toHaveLength(200);
  expect([session.calls[0]?.startedAtMs, session.calls.at(-1)?.startedAtMs]).toEqual([51, 250]);
});
