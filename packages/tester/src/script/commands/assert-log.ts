import { isLogLevel, logLevels, type LogLevel, type LogMessageParams } from '@mcpfusion/protocol';
import type { ScriptCommand } from '../command.js';
import { assertionFailed, scriptError } from '../failure.js';
import { quoted, shortened } from '../values/quoted.js';
import { lastCallOf } from './last-call.js';
import { wrongUsage } from './usage.js';

export const assertLog: ScriptCommand = Object.freeze({
  name: 'assert_log',
  usage: 'assert_log LEVEL [TEXT]',
  summary: 'A log message of exactly this level, with TEXT in it, came during the last call.',
  run: (args, { state }) => {
    const [level, text = ''] = args;
    if (level === undefined || args.length > 2) throw wrongUsage(assertLog, args);
    const wanted = readLevel(level);
    const { logs, what } = lastCallOf(state);
    if (logs.some((log) => log.level === wanted && dataText(log).includes(text))) return;
    const wish =
      text === '' ? `a log message of level ${level}` : `a log message of level ${level} with ${quoted(text)}`;
    throw assertionFailed(`expected ${wish}; ${what} got ${shown(logs)}`);
  },
} satisfies ScriptCommand);

export const assertNoLog: ScriptCommand = Object.freeze({
  name: 'assert_no_log',
  usage: 'assert_no_log LEVEL',
  summary: 'No log message of exactly this level came during the last call.',
  run: (args, { state }) => {
    const [level] = args;
    if (level === undefined || args.length > 1) throw wrongUsage(assertNoLog, args);
    const unwanted = readLevel(level);
    const { logs, what } = lastCallOf(state);
    const found = logs.filter((log) => log.level === unwanted);
    if (found.length > 0)
      throw assertionFailed(`expected no log message of level ${level}; ${what} got ${shown(found)}`);
  },
} satisfies ScriptCommand);

function readLevel(word: string): LogLevel {
  if (isLogLevel(word)) return word;
  throw scriptError(`expected a log level (${logLevels.join(', ')}), got "${word}"`);
}

function dataText({ data }: LogMessageParams): string {
  return typeof data === 'string' ? data : (JSON.stringify(data) ?? '');
}

function shown(logs: readonly LogMessageParams[]): string {
  if (logs.length === 0) return 'none';
  return shortened(logs.map((log) => `${log.level} ${JSON.stringify(dataText(log))}`).join(', '));
}
