import type { Client, Frame } from '@mcpfusion/client';
import { parseMessage } from '@mcpfusion/protocol';
import { expect, it } from 'vitest';
import { watchServerStream } from './server-stream-logs.js';

const raw = '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}';

it.each([
  ['http', '2025-11-25', 'GET', 1],
  // The client brings those to their call: here they would count twice.
  ['http', '2025-11-25', 'POST', 0],
  ['http', '2026-07-28', 'GET', 0],
  ['stdio', '2025-11-25', 'GET', 0],
] as const)('of %s in %s logs on a stream of %s: %i', (transport, era, method, count) => {
  let pass: ((frame: Frame) => void) | undefined;
  const onFrame = (listener: (frame: Frame) => void): (() => void) => {
    pass = listener;
    return () => {};
  };
  const logs: unknown[] = [];
  watchServerStream({ transport, era, onFrame } as unknown as Client, (log) => logs.push(log));
  const http = { streamId: 1, method, status: 200, headers: {} };
  pass?.({ direction: 'in', atMs: 1, raw, message: parseMessage(raw), http });
  expect(logs).toHaveLength(count);
});
