import type { CallRecord } from '../calls/call-record.js';
import type { CommandScope, ScriptCommand } from '../command.js';
import { assertionFailed } from '../failure.js';
import { shortened } from '../values/quoted.js';
import { cancelFramesOf, cancelWayOf, checkNothingDropped, framesAfter, toldAtMs } from './cancel-evidence.js';
import { lastCallOf } from './last-call.js';
import { pause, untilAborted } from '../pause.js';
import { readMs, wrongUsage } from './usage.js';

/** How long is watched for what comes later than it may. */
const watchMs = 250;

/**
 * The last call was given up by this side, by `timeout`, `cancel_after`, `cancel_on` or the default limit, and exactly
 * one cancel went out, in the way of transport and revision.
 *
 * `within MS` waits until MS have passed since the cancel, and a quarter of a second more: by then the server has
 * stopped. What it can prove depends on what can be seen:
 * - stdio: whatever the server has said of the call since, a response or progress, came within MS of the cancel.
 * - HTTP in 2025: that, and the call's response stream ended within MS; it is waited for.
 * - HTTP in 2026: this side closed the stream, so nothing can come on it; only that nothing of the call came elsewhere.
 */
export const assertCancelled: ScriptCommand = Object.freeze({
  name: 'assert_cancelled',
  usage: 'assert_cancelled [within MS]',
  summary:
    'The last call was cancelled with exactly one cancel on the wire; later than MS after it nothing comes of it.',
  run: async (args, scope) => {
    const withinMs = readWithin(args);
    const record = lastCallOf(scope.state);
    const sinceMs = toldAtMs(record);
    checkOneCancel(record);
    if (withinMs === undefined) return;
    await checkStreamEnds(record, sinceMs + withinMs, withinMs, scope);
    await pause(Math.max(0, sinceMs + withinMs + watchMs - performance.now()), scope.signal);
    const late = framesAfter(record, sinceMs + withinMs).at(0);
    if (!late) return checkNothingDropped(record);
    const afterMs = Math.round(late.atMs - sinceMs);
    throw assertionFailed(`${afterMs} ms after the cancel, not within ${withinMs} ms, came: ${shortened(late.raw)}`);
  },
} satisfies ScriptCommand);

function readWithin(args: readonly string[]): number | undefined {
  if (args.length === 0) return undefined;
  if (args.length !== 2 || args[0] !== 'within') throw wrongUsage(assertCancelled, args);
  return readMs(args[1], assertCancelled);
}

function checkOneCancel(record: CallRecord): void {
  const frames = cancelFramesOf(record);
  const { wasBetweenRounds } = record.input;
  if (frames.length === (wasBetweenRounds ? 0 : 1)) return;
  const raw = frames.map((frame) => frame.raw || 'closed stream').join(', ');
  const got = frames.length === 0 ? 'none' : `${frames.length}: ${raw}`;
  if (wasBetweenRounds)
    throw assertionFailed(`expected no cancel for ${record.what}, of which nothing ran, got ${got}`);
  throw assertionFailed(`expected exactly one cancel (${cancelWayOf(record)}) for ${record.what}, got ${got}`);
}

async function checkStreamEnds(
  record: CallRecord,
  untilMs: number,
  withinMs: number,
  { signal }: CommandScope,
): Promise<void> {
  const { streamEnded } = record.call;
  if (!streamEnded || cancelWayOf(record) === 'closed stream') return;
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<true>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, untilMs - performance.now()), true);
  });
  try {
    // One turn of the loop is left to a stream that has ended already.
    const isOpen = await untilAborted(Promise.race([streamEnded.then(() => false), tooLate]), signal);
    if (isOpen) throw assertionFailed(`${withinMs} ms after the cancel the stream of ${record.what} is still open`);
  } finally {
    clearTimeout(timer);
  }
}
