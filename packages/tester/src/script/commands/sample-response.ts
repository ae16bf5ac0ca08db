import type { ScriptCommand } from '../command.js';
import { wrongUsage } from './usage.js';

export const sampleResponse: ScriptCommand = Object.freeze({
  name: 'sample_response',
  usage: 'sample_response WORD…',
  summary: 'Queues what the model says to the next sampling request, as the model mcp-tester.',
  run: (args, { session }) => {
    if (args.length === 0) throw wrongUsage(sampleResponse, args);
    session.answers.queue.reply(args.join(' '));
  },
} satisfies ScriptCommand);
