import type { Client, Frame } from '@mcpfusion/client';
import { parseMessage } from '@mcpfusion/protocol';
import { expect, it } from 'vitest';
import type { Target } from '../../connection/target.js';
import { Notifications } from './notifications.js';

const method = 'notifications/tools/list_changed';
const raw = JSON.stringify({ jsonrpc: '2.0', method });
const frame: Frame = { direction: 'in', atMs: 1, raw, message: parseMessage(raw) };
const { signal } = new AbortController();

function notificationsAfter(frames: readonly Frame[]): { notifications: Notifications; pass: (frame: Frame) => void } {
  let pass: (frame: Frame) => void = () => {};
  const onFrame: Client['onFrame'] = (listener) => {
    pass = listener;
    return () => {};
  };
  const client = { frames, onFrame } as Client;
  const notifications = new Notifications({ client, target: { timeoutMs: 1 } as Target }, signal);
  return { notifications, pass: (one) => pass(one) };
}

it('what came before anybody listened counts', async () => {
  const { notifications } = notificationsAfter([frame]);
  expect(await notifications.take(method, 0, signal)).toBe(true);
  expect(await notifications.take(method, 0, signal)).toBe(false);
});

it('a thousand that nobody takes are kept', async () => {
  const { notifications, pass } = notificationsAfter([]);
  for (let count = 0; count < 1_500; count++) pass(frame);
  let taken = 0;
  while (await notifications.take(method, 0, signal)) taken++;
  expect(taken).toBe(1_000);
});
