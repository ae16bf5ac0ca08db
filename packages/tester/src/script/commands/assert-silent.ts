import type { Frame } from '@mcpfusion/client';
import type { ScriptCommand } from '../command.js';
import { assertionFailed } from '../failure.js';
import { shortened } from '../values/quoted.js';
import { checkNothingDropped, framesAfter, logsAfter, toldAtMs } from './cancel-evidence.js';
import { lastCallOf } from './last-call.js';
import { pause } from '../pause.js';
import { readMs, wrongUsage } from './usage.js';

/** Progress, logs and a result may have been under way when the cancel went out. */
const underWayMs = 100;

/**
 * For MS nothing of the cancelled call comes any more: no response, no progress, and on a shared channel no log message
 * while no other call ran. What comes within 100 ms of the cancel may have been under way and is let pass, but for an
 * error: that is an answer to the cancel, which has none.
 *
 * Over HTTP in 2026 this side has closed the stream: silence there cannot be heard, only that nothing came elsewhere.
 *
 * Sources: 2025-11-25 and 2026-07-28, Cancellation, Behavior Requirements and Timing Considerations.
 */
export const assertSilent: ScriptCommand = Object.freeze({
  name: 'assert_silent',
  usage: 'assert_silent MS',
  summary: 'For so many milliseconds nothing more comes of the cancelled call; its first 100 ms are let pass.',
  run: async (args, { state, session, signal }) => {
    if (args.length !== 1) throw wrongUsage(assertSilent, args);
    const silentMs = readMs(args[0], assertSilent);
    const record = lastCallOf(state);
    const sinceMs = toldAtMs(record);
    await pause(Math.max(0, sinceMs + underWayMs - performance.now()) + silentMs, signal);
    const later = [...framesAfter(record, sinceMs), ...logsAfter(record, sinceMs, session.calls)];
    const frame = later.find((one) => one.atMs > sinceMs + underWayMs || isError(one));
    if (!frame) return checkNothingDropped(record);
    const afterMs = Math.round(frame.atMs - sinceMs);
    throw assertionFailed(`expected silence, but ${afterMs} ms after the cancel came: ${shortened(frame.raw)}`);
  },
} satisfies ScriptCommand);

function isError({ message }: Frame): boolean {
  return message?.kind === 'response' && message.error !== undefined;
}
