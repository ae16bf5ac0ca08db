import { isLogLevel, logLevels, type LogLevel, type LogMessageParams } from '@mcpfusion/protocol';
import type { CallRecord } from '../calls/call-record.js';
import type { ScriptCommand } from '../command.js';
import { assertionFailed, CommandFailure, scriptError } from '../failure.js';
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
    if (logs.kept.some((log) => log.level === wanted && dataText(log).includes(text))) return;
    checkNoneDropped(logs, what);
    const wish =
      text === '' ? `a log message of level ${level}` : `a log message of level ${level} with ${quoted(text)}`;
    throw assertionFailed(`expected ${wish}; ${what} got ${shown(logs.kept)}`);
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
    const found = logs.kept.filter((log) => log.level === unwanted);
    if (found.length > 0) {
      throw assertionFailed(`expected no log message of level ${level}; ${what} got ${shown(found)}`);
    }
    checkNoneDropped(logs, what);
  },
} satisfies ScriptCommand);

function readLevel(word: string): LogLevel {
  if (isLogLevel(word)) return word;
  throw scriptError(`expected a log level (${logLevels.join(', ')}), got "${word}"`);
}

/** What is not among those that were kept may have been among the others. */
function checkNoneDropped({ count, dropped }: CallRecord['logs'], what: string): void {
  if (dropped === 0) return;
  const text = `cannot tell: of the ${count} log messages of ${what} ${dropped} were too many to be kept`;
  throw new CommandFailure('other', text);
}

function dataText({ data }: LogMessageParams): string {
  return typeof data === 'string' ? data : (JSON.stringify(data) ?? '');
}

function shown(logs: readonly LogMessageParams[]): string {
  if (logs.length === 0) return 'none';
  return shortened(logs.map((log) => `${log.level} ${JSON.stringify(dataText(log))}`).join(', '));
}
