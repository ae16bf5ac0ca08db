import type { ScriptCommand } from '../command.js';
import { DeadlineReached } from '../abort-reasons.js';
import { readMs, wrongUsage } from './usage.js';

export const timeout: ScriptCommand = Object.freeze({
  name: 'timeout',
  usage: 'timeout MS COMMAND…',
  summary: 'Runs the command under a deadline; when it strikes, the request is cancelled and the command fails.',
  run: async (args, scope) => {
    const [ms, ...tokens] = args;
    if (tokens.length === 0) throw wrongUsage(timeout, args);
    const afterMs = readMs(ms, timeout);
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(new DeadlineReached(afterMs)), afterMs);
    try {
      await scope.run(tokens, {
        ...scope,
        signal: AbortSignal.any([scope.signal, deadline.signal]),
        hasDeadline: true,
      });
    } finally {
      clearTimeout(timer);
    }
  },
} satisfies ScriptCommand);
