import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What is to be told of the end of a connection, each once. */
const waiting = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls back once when a response has closed or its connection has. Node's own `close`
 * comes only to the response whose turn it is, not to those that a client has asked
 * for behind it on one connection. One listener a connection, however many wait.
 */
export function whenOver(response: ServerResponse, callback: () => void): void {
  const { socket } = response.req;
  const all = waiting.get(socket) ?? watch(socket);
  const end = (): void => {
    if (!all.delete(end)) return;
    response.off('close', end);
    callback();
  };
  all.add(end);
  response.once('close', end);
}

/** The client went away before it had the answer. */
export function isGone({ req, destroyed, writableFinished }: ServerResponse): boolean {
  return (destroyed || req.socket.destroyed) && !writableFinished;
}

function watch(socket: Socket): Set<() => void> {
  const all = new Set<() => void>();
  waiting.set(socket, all);
  socket.once('close', () => {
    for (const end of all) end();
  });
  return all;
}
