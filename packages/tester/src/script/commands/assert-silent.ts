import type { ScriptCommand } from '../command.js';
import { assertionFailed } from '../failure.js';
import { shortened } from '../values/quoted.js';
import { framesAfter, logsAfter, toldAtMs } from './cancel-evidence.js';
import { lastCallOf } from './last-call.js';
import { pause } from '../pause.js';
import { readMs, wrongUsage } from './usage.js';

/**
 * Waits MS; then nothing of the cancelled call may have come since its cancel: no response, no progress, and on a
 * shared channel no log message while no other call ran. What was under way when the cancel went out counts as well,
 * unless it had been read together with what caused the cancel.
 *
 * Over HTTP in 2026 this side has closed the stream: silence there cannot be heard, only that nothing came elsewhere.
 */
export const assertSilent: ScriptCommand = Object.freeze({
  name: 'assert_silent',
  usage: 'assert_silent MS',
  summary: 'Waits so many milliseconds; nothing of the cancelled call has come since its cancel.',
  run: async (args, { state, session, signal }) => {
    if (args.length !== 1) throw wrongUsage(assertSilent, args);
    const waitMs = readMs(args[0], assertSilent);
    const record = lastCallOf(state);
    const sinceMs = toldAtMs(record);
    await pause(waitMs, signal);
    const [frame] = [...framesAfter(record, sinceMs), ...logsAfter(record, sinceMs, session.calls)];
    if (!frame) return;
    const afterMs = Math.round(frame.atMs - sinceMs);
    throw assertionFailed(`expected silence, but ${afterMs} ms after the cancel came: ${shortened(frame.raw)}`);
  },
} satisfies ScriptCommand);
