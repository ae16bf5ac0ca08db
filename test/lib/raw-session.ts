import { connectInMemory, type Server } from '@mcpfusion/core';
import { everyCapability, isQuestion, type RawFrame } from './raw-frames.js';

export interface RawSession {
  /** What came from the server, oldest first. */
  readonly frames: readonly RawFrame[];
  /** The `number`th frame that fits, from 1, when it is there. */
  next(fits: (frame: RawFrame) => boolean, number?: number): Promise<RawFrame>;
  /** The `number`th question. */
  question(number?: number): Promise<RawFrame>;
  send(message: object): void;
  /** Calls a tool under this id. */
  begin(id: number, name: string, args?: object, meta?: object): Promise<RawFrame>;
  /** Answers a question, or whatever has this id. */
  answer(id: RawFrame['id'], result: object): void;
  close(): void;
}

/** A session in memory, whose client does what a test tells it and nothing by itself. */
export async function openSession(
  server: Server,
  capabilities: object = everyCapability,
  protocolVersion = '2025-11-25',
): Promise<RawSession> {
  const frames: RawFrame[] = [];
  const waiting = new Set<() => void>();
  const connection = connectInMemory(server, (json) => {
    frames.push(JSON.parse(json) as RawFrame);
    for (const look of waiting) look();
  });
  const send = (message: object): void => connection.receive(JSON.stringify({ jsonrpc: '2.0', ...message }));
  const next = (fits: (frame: RawFrame) => boolean, number = 1): Promise<RawFrame> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = frames.filter(fits)[number - 1];
        if (!found) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  send({
    id: 'open',
    method: 'initialize',
    params: { protocolVersion, capabilities, clientInfo: { name: 'raw', version: '1' } },
  });
  await next(({ id }) => id === 'open');
  send({ method: 'notifications/initialized' });
  return {
    frames,
    next,
    question: (number) => next(isQuestion, number),
    send,
    begin: (id, name, args = {}, meta) => {
      const params = { name, arguments: args, ...(meta ? { _meta: meta } : {}) };
      send({ id, method: 'tools/call', params });
      return next((frame) => frame.id === id && frame.method === undefined);
    },
    answer: (id, result) => send({ id, result }),
    close: () => connection.close(),
  };
}
