import type { CallEvent, CallListener, ScriptCommand } from '../command.js';
import { CancelledByScript } from '../abort-reasons.js';
import { scriptError } from '../failure.js';
import { runToCancel } from './run-to-cancel.js';
import { wrongUsage } from './usage.js';

export const cancelOn: ScriptCommand = Object.freeze({
  name: 'cancel_on',
  usage: 'cancel_on progress|log|elicit COMMAND…',
  summary:
    'Cancels the command at its first progress notification, log message or elicitation; fails if it ends before.',
  run: async (args, scope) => {
    const [event, ...tokens] = args;
    if (event === undefined || tokens.length === 0) throw wrongUsage(cancelOn, args);
    if (!isCallEvent(event)) throw scriptError(`cancel_on: expected progress, log or elicit, got "${event}"`);
    const controller = new AbortController();
    const listener: CallListener = (seen) => {
      if (seen === event) controller.abort(new CancelledByScript(`cancelled by the script on its first ${event}`));
    };
    const listeners = [...scope.listeners, listener];
    await runToCancel(tokens, { ...scope, listeners }, controller, `no ${event} came`);
  },
} satisfies ScriptCommand);

function isCallEvent(word: string): word is CallEvent {
  return word === 'progress' || word === 'log' || word === 'elicit';
}
