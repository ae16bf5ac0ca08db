import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Who is to be told of the end of a response. */
export interface OverListener {
  onOver(): void;
}

/** Those who wait for the end of a connection. */
const waiting = new WeakMap<Socket, Set<OverListener>>();

/**
 * Tells once when a response has closed or its connection has. Node's own `close`
 * comes only to the response whose turn it is, not to those that a client has asked
 * for behind it on one connection. One listener a connection, however many wait.
 */
export function whenOver(response: ServerResponse, listener: OverListener): void {
  const { socket } = response.req;
  const all = waiting.get(socket) ?? watch(socket);
  all.add(listener);
  response.on('close', () => {
    if (all.delete(listener)) listener.onOver();
  });
}

/** The client went away before it had the answer. */
export function isGone({ req, destroyed, writableFinished }: ServerResponse): boolean {
  return (destroyed || req.socket.destroyed) && !writableFinished;
}

function watch(socket: Socket): Set<OverListener> {
  const all = new Set<OverListener>();
  waiting.set(socket, all);
  socket.once('close', () => {
    for (const listener of all) {
      all.delete(listener);
      listener.onOver();
    }
  });
  return all;
}
