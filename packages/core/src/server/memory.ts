import { createConnection, type Connection } from './connection.js';
import type { Server } from './server.js';

/** The client's end of a server in memory. */
export type MemoryConnection = Pick<Connection, 'receive' | 'close'>;

/**
 * Talks to a server without a port or a process: `receive` takes the text of one
 * message, `onFrame` gets each one that comes back, in order and never inside `receive`.
 */
export function connectInMemory(server: Server, onFrame: (json: string) => void): MemoryConnection {
  const pipe = {
    // As on a wire, an answer comes later than the question.
    write: (json: string): void => queueMicrotask(() => onFrame(json)),
    unsentBytes: 0,
    isPressed: () => false,
    whenDrained: (callback: () => void): void => callback(),
  };
  return createConnection(server, pipe, { resultGapMs: 0 });
}
