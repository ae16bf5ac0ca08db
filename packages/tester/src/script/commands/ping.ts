import { methods } from '@mcpfusion/protocol';
import { runCall } from '../calls/run-call.js';
import type { ScriptCommand } from '../command.js';
import { wrongUsage } from './usage.js';

export const ping: ScriptCommand = Object.freeze({
  name: 'ping',
  usage: 'ping',
  summary: 'The server answers: ping in 2025, server/discover in 2026, which has no ping.',
  reachesServer: true,
  run: async (args, scope) => {
    if (args.length > 0) throw wrongUsage(ping, args);
    const { era } = scope.session.connection.client;
    const method = era === '2025-11-25' ? methods.ping : methods.discover;
    await runCall(scope, { method, params: {}, what: 'ping' });
  },
} satisfies ScriptCommand);
