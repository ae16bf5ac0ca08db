import { createConnection, type Connection } from './connection.js';
import type { Server } from './server.js';

/**
 * Talks to a server without a port or a process: `receive` takes the text of one
 * message, `onFrame` gets each one that comes back, in order and never inside `receive`.
 */
export function connectInMemory(server: Server, onFrame: (json: string) => void): Connection {
  const pipe = {
    // As on a wire, an answer comes later than the question.
    write: (json: string): void => queueMicrotask(() => onFrame(json)),
    unsentBytes: 0,
    isPressed: () => false,
    whenDrained: (callback: () => void): void => callback(),
  };
  return createConnection(server, pipe, { resultGapMs: 0 });
}
