import type { CallListener, ScriptCommand } from '../command.js';
import { CancelledByScript } from '../abort-reasons.js';
import { runToCancel } from './run-to-cancel.js';
import { readMs, wrongUsage } from './usage.js';

/** The time of a call counts from the call itself, not from the list that is asked for before it. */
export const cancelAfter: ScriptCommand = Object.freeze({
  name: 'cancel_after',
  usage: 'cancel_after MS COMMAND…',
  summary: 'Cancels the command after so many milliseconds; fails if it ends before.',
  run: async (args, scope) => {
    const [ms, ...tokens] = args;
    if (tokens.length === 0) throw wrongUsage(cancelAfter, args);
    const afterMs = readMs(ms, cancelAfter);
    const controller = new AbortController();
    const cancel = (): void => controller.abort(new CancelledByScript(`cancelled by the script after ${afterMs} ms`));
    let timer = setTimeout(cancel, afterMs);
    const listener: CallListener = (event) => {
      if (event !== 'preparing' && event !== 'sent') return;
      clearTimeout(timer);
      if (event === 'sent') timer = setTimeout(cancel, afterMs);
    };
    const listeners = [...scope.listeners, listener];
    try {
      await runToCancel(tokens, { ...scope, listeners, hasDeadline: true }, controller, `within ${afterMs} ms`);
    } finally {
      clearTimeout(timer);
    }
  },
} satisfies ScriptCommand);
