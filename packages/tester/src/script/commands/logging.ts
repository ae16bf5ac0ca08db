import { isLogLevel, logLevels, methods } from '@mcpfusion/protocol';
import { runCall } from '../calls/run-call.js';
import type { ScriptCommand } from '../command.js';
import { scriptError } from '../failure.js';
import { wrongUsage } from './usage.js';

export const logging: ScriptCommand = Object.freeze({
  name: 'logging',
  usage: 'logging LEVEL',
  summary: 'Asks for log messages from this level up: of the session in 2025, with each later request in 2026.',
  reachesServer: true,
  run: async (args, scope) => {
    const [level] = args;
    if (level === undefined || args.length > 1) throw wrongUsage(logging, args);
    const { client } = scope.session.connection;
    // A level that is none goes out, too: that a server refuses it is worth a test.
    if (client.era === '2025-11-25') {
      await runCall(scope, { method: methods.setLevel, params: { level }, what: 'logging' });
    } else if (isLogLevel(level)) await client.setLogLevel(level);
    else throw scriptError(`expected a log level (${logLevels.join(', ')}), got "${level}"`);
  },
} satisfies ScriptCommand);
