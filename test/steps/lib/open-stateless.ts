import { connectInMemory, type Server } from '@mcpfusion/core';
import { everyCapability, type RawFrame } from '../../lib/raw-frames.js';

export interface StatelessClient {
  /** What came from the server, oldest first. */
  readonly frames: readonly RawFrame[];
  /** One request; the answer, if one comes. */
  call(name: string, params?: object, meta?: object): Promise<RawFrame>;
  /** The latest request. */
  cancel(): void;
  close(): void;
}

/** A client of 2026-07-28 on a pipe in memory. */
export function openStateless(server: Server, capabilities: object = everyCapability): StatelessClient {
  const frames: RawFrame[] = [];
  const waiting = new Map<number, (frame: RawFrame) => void>();
  let id = 0;
  const connection = connectInMemory(server, (json) => {
    const frame = JSON.parse(json) as RawFrame;
    frames.push(frame);
    waiting.get(frame.id as number)?.(frame);
  });
  const common = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  const send = (message: object): void => connection.receive(JSON.stringify({ jsonrpc: '2.0', ...message }));
  return {
    frames,
    call: (name, params = {}, meta = {}) => {
      const answer = new Promise<RawFrame>((resolve) => waiting.set(++id, resolve));
      send({ id, method: 'tools/call', params: { name, arguments: {}, ...params, _meta: { ...common, ...meta } } });
      return answer;
    },
    cancel: () => send({ method: 'notifications/cancelled', params: { requestId: id, _meta: common } }),
    close: () => connection.close(),
  };
}
