import type { ScriptCommand } from '../command.js';
import { scriptError } from '../failure.js';

/** Words that stand at the beginning of a line and nowhere else: whoever runs the script sees to them. */
export const lineWords: readonly ScriptCommand[] = Object.freeze([
  lineWord('parallel', 'parallel', 'Runs the lines up to its end at the same time, each with its own result.'),
  lineWord('repeat', 'repeat N', 'Runs the lines up to its end N times.'),
  lineWord('end', 'end', 'Ends parallel or repeat.'),
  lineWord('include', 'include FILE', 'Runs another script here; FILE is relative to this one.'),
]);

function lineWord(name: string, usage: string, summary: string): ScriptCommand {
  const run = (): void => {
    throw scriptError(`${name} must be the first word of its line, and stand there as: ${usage}`);
  };
  return Object.freeze({ name, usage, summary, run });
}
