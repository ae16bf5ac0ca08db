import type { Frame } from '@mcpfusion/client';
import { isObject, methods } from '@mcpfusion/protocol';
import type { CallRecord } from '../calls/call-record.js';
import { assertionFailed } from '../failure.js';

/** How a cancel shows on the wire. */
export type CancelWay = 'closed stream' | 'notification';

/** 2026 over HTTP closes the stream; everything else sends `notifications/cancelled`. */
export function cancelWayOf({ client }: CallRecord): CancelWay {
  return client.transport === 'http' && client.era === '2026-07-28' ? 'closed stream' : 'notification';
}

/** The frames of this side that cancel the call; a right client has one. */
export function cancelFramesOf(record: CallRecord): readonly Frame[] {
  // Where a notification cancels, a closed stream is only the end of the connection.
  const isClosing = cancelWayOf(record) === 'closed stream';
  return record.call.frames.filter(({ direction, message, http }) => {
    if (direction !== 'out') return false;
    if (isClosing && http?.end === 'closed') return true;
    return message?.kind === 'notification' && message.method === methods.cancelled;
  });
}

/** When the server counts as told: once the cancel is out, and all is read that had come before. */
export function toldAtMs(record: CallRecord): number {
  const { end } = record;
  if (end?.how !== 'given up') {
    const how = end === undefined ? 'it still runs' : end.how === 'answered' ? 'it was answered' : 'it failed';
    throw assertionFailed(`expected a cancelled call, but ${record.what} was not cancelled: ${how}`);
  }
  return Math.max(end.atMs, ...cancelFramesOf(record).map(({ atMs }) => atMs));
}

/** What the server said of the call after that: its response, its progress, anything on its stream. */
export function framesAfter(record: CallRecord, sinceMs: number): readonly Frame[] {
  return record.call.frames.filter(
    ({ direction, atMs, message }) => direction === 'in' && atMs > sinceMs && message !== undefined,
  );
}

/** Log messages on a shared channel after that, where no other call can have caused them. */
export function logsAfter(record: CallRecord, sinceMs: number, calls: readonly CallRecord[]): readonly Frame[] {
  const { client } = record;
  if (client.transport === 'http') return [];
  const others = calls.filter((other) => other !== record && other.client === client);
  return client.frames.filter(({ direction, atMs, message }) => {
    if (direction !== 'in' || atMs <= sinceMs || message?.kind !== 'notification') return false;
    if (message.method !== methods.message || !isObject(message.params)) return false;
    return others.every(({ startedAtMs, end }) => startedAtMs > atMs || (end !== undefined && end.atMs < sinceMs));
  });
}
