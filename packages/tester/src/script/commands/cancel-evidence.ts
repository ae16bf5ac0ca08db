import type { Frame } from '@mcpfusion/client';
import type { CallRecord, CallSpan } from '../calls/call-record.js';
import { isCancelNotification, isClosingTheCancel } from '../calls/cancel-frame.js';
import { assertionFailed, CommandFailure } from '../failure.js';

/** How a cancel shows on the wire. */
export type CancelWay = 'closed stream' | 'notification';

/** 2026 over HTTP closes the stream; everything else sends `notifications/cancelled`. */
export function cancelWayOf({ span }: CallRecord): CancelWay {
  return isClosingTheCancel(span.client) ? 'closed stream' : 'notification';
}

/** The frames of this side that cancel the call; a right client has one. */
export function cancelFramesOf(record: CallRecord): readonly Frame[] {
  // Where a notification cancels, a closed stream is only the end of the connection.
  const isClosing = cancelWayOf(record) === 'closed stream';
  return record.frames.sent.kept.filter(
    (frame) => (isClosing && frame.http?.end === 'closed') || isCancelNotification(frame),
  );
}

/** Throws where something of the call may have passed unseen: what was not found may have been there. */
export function checkNothingDropped({ what, frames }: CallRecord): void {
  const { sent, receivedLater, logsLater, isClosed } = frames;
  const dropped = sent.dropped + receivedLater.dropped + logsLater.dropped;
  if (dropped === 0 && !isClosed) return;
  const why = isClosed ? 'too many calls were cancelled after it' : `${dropped} frames were too many to be kept`;
  throw new CommandFailure('other', `cannot tell what came of ${what} after its cancel: ${why}`);
}

/** When the server counts as told: once the cancel is out, and all is read that had come before. */
export function toldAtMs(record: CallRecord): number {
  const { end } = record.span;
  if (end?.how !== 'given up') {
    const how = end === undefined ? 'it still runs' : end.how === 'answered' ? 'it was answered' : 'it failed';
    throw assertionFailed(`expected a cancelled call, but ${record.what} was not cancelled: ${how}`);
  }
  return Math.max(end.atMs, ...cancelFramesOf(record).map(({ atMs }) => atMs));
}

/** What the server said of the call after that: its response, its progress, anything on its stream. */
export function framesAfter({ frames }: CallRecord, sinceMs: number): readonly Frame[] {
  return frames.receivedLater.kept.filter(({ atMs }) => atMs > sinceMs);
}

/** Log messages on a shared channel after that, where no other call can have caused them. */
export function logsAfter({ span, frames }: CallRecord, sinceMs: number, calls: readonly CallSpan[]): readonly Frame[] {
  const others = calls.filter((other) => other !== span && other.client === span.client);
  return frames.logsLater.kept.filter(
    ({ atMs }) =>
      atMs > sinceMs &&
      others.every(({ startedAtMs, end }) => startedAtMs > atMs || (end !== undefined && end.atMs < sinceMs)),
  );
}
