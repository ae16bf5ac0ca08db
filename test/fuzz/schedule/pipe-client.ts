import type { Server } from '@mcpfusion/core';
import type { Era } from '@mcpfusion/protocol';
import { openingText } from '../probe.js';
import { PipeWire, type PipeOptions } from '../wires/pipe-wire.js';
import { cancelText, type Client, type Sent } from './client.js';

const encode = (text: string): Uint8Array => new TextEncoder().encode(`${text}\n`);

export function pipeClient(server: Server, era: Era, options: PipeOptions): Client {
  const wire = new PipeWire(server, options);
  let isOver = false;
  const write = (text: string): void => {
    if (!isOver) wire.push(encode(text));
  };
  const sent: Sent = {
    frames: wire.frames,
    breach: undefined,
    get isOver() {
      return isOver;
    },
    disconnect: () => {
      isOver = true;
      wire.connection.close();
    },
  };
  return {
    wire: 'stdio',
    isShared: true,
    isTied: true,
    hasOneScope: true,
    get written() {
      return wire.frames.length;
    },
    open: async () => {
      const first = openingText(era);
      if (first !== undefined) write(first);
    },
    send: (text) => {
      write(text);
      return sent;
    },
    cancel: async (id) => write(cancelText(id)),
    deleteSession: undefined,
    isWritten: () => isOver || wire.isWritten,
    close: async () => sent.disconnect(),
  };
}
