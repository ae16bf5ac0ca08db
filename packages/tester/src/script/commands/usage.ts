import type { ScriptCommand } from '../command.js';
import { type CommandFailure, scriptError } from '../failure.js';
import { maxTimerMs } from '../duration.js';
import { isVariableName } from '../variables.js';

/** The line does not use the command as it is to be used. */
export function wrongUsage({ usage }: Pick<ScriptCommand, 'usage'>, args: readonly string[]): CommandFailure {
  const got = args.length === 0 ? 'no arguments' : args.map((arg) => JSON.stringify(arg.slice(0, 80))).join(' ');
  return scriptError(`expected: ${usage}; got ${got}`);
}

/** The name of a variable to be set. Throws a script error. */
export function checkName(name: string): string {
  if (isVariableName(name)) return name;
  throw scriptError(`expected a name of letters, digits and _, got ${JSON.stringify(name)}`);
}

/** Whole milliseconds. Throws a script error. */
export function readMs(text: string | undefined, command: Pick<ScriptCommand, 'name'>): number {
  const ms = /^\d+$/.test(text ?? '') ? Number(text) : Number.NaN;
  if (ms <= maxTimerMs) return ms;
  throw scriptError(
    `${command.name}: expected whole milliseconds up to ${maxTimerMs}, got ${JSON.stringify(text ?? '')}`,
  );
}
