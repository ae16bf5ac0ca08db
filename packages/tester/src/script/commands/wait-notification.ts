import type { ScriptCommand } from '../command.js';
import { maxTimerMs, parseDurationMs } from '../duration.js';
import { CommandFailure, scriptError } from '../failure.js';
import { failureOfAbort } from '../to-failure.js';
import { awaited, completion } from '../../listening/list-changes.js';
import { untilAborted } from '../pause.js';
import { wrongUsage } from './usage.js';

const defaultWait = '5s';

export const waitNotification: ScriptCommand = Object.freeze({
  name: 'wait_notification',
  usage: 'wait_notification METHOD [DURATION]',
  summary: 'Takes the oldest notification of that method (tools/list_changed, …), waiting up to 5s for it.',
  reachesServer: true,
  run: async (args, scope) => {
    const [word, duration = defaultWait] = args;
    if (word === undefined || args.length > 2) throw wrongUsage(waitNotification, args);
    const method = readMethod(word);
    const waitMs = readDuration(duration);
    const { session, signal } = scope;
    const { notifications } = session;
    // What has come counts, whatever way it came.
    if (await notifications.take(method, 0, signal)) return;
    if (method !== completion) await untilAborted(notifications.open(), signal);
    const whyNot = await notifications.whyNot(method);
    if (whyNot !== undefined) throw new CommandFailure('assertion', `no ${method} can come: ${whyNot}`);
    if (await notifications.take(method, waitMs, signal)) return;
    if (signal.aborted) throw failureOfAbort(signal);
    throw new CommandFailure('assertion', `no ${method} came within ${duration}`);
  },
} satisfies ScriptCommand);

function readMethod(word: string): string {
  const method = word.startsWith('notifications/') ? word : `notifications/${word}`;
  if (awaited.includes(method)) return method;
  throw scriptError(`unknown notification "${word}"; expected one of ${awaited.join(', ')}`);
}

function readDuration(text: string): number {
  const ms = parseDurationMs(text);
  if (ms === undefined) throw scriptError(`expected a duration such as 2s or 300ms, got "${text}"`);
  return Math.min(ms, maxTimerMs);
}
