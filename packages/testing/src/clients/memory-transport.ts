import { connectInMemory, type MemoryConnection, type Server } from '@mcpfusion/core';

/** A server in this process, as the official clients want their transports. */
export class MemoryTransport {
  onmessage?: ((message: never) => void) | undefined;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  readonly #server: Server;
  #connection: MemoryConnection | undefined;

  constructor(server: Server) {
    this.#server = server;
  }

  start(): Promise<void> {
    this.#connection = connectInMemory(this.#server, (json) => this.onmessage?.(JSON.parse(json) as never));
    return Promise.resolve();
  }

  send(message: object): Promise<void> {
    this.#connection?.receive(JSON.stringify(message));
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#connection?.close();
    this.onclose?.();
    return Promise.resolve();
  }
}
