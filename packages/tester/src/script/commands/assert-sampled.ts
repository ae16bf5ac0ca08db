import { samplingText } from '@mcpfusion/client';
import type { ScriptCommand } from '../command.js';
import { assertionFailed } from '../failure.js';
import { quoted } from '../values/quoted.js';
import { lastCallOf } from './last-call.js';
import { wrongUsage } from './usage.js';

export const assertSampled: ScriptCommand = Object.freeze({
  name: 'assert_sampled',
  usage: 'assert_sampled TEXT',
  summary: 'The last sampling request of the last call says TEXT; its text parts stand on lines of their own.',
  run: (args, { state }) => {
    const [text] = args;
    if (text === undefined || args.length > 1) throw wrongUsage(assertSampled, args);
    const { input, what } = lastCallOf(state);
    const last = input.samplings.kept.at(-1);
    if (!last) throw assertionFailed(`expected a sampling request with ${quoted(text)}, ${what} made none`);
    const said = samplingText(last.params);
    if (said.includes(text)) return;
    throw assertionFailed(`expected a sampling request with ${quoted(text)}, the server asked ${quoted(said)}`);
  },
} satisfies ScriptCommand);
