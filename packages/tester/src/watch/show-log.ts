import type { LogLevel } from '@mcpfusion/protocol';
import type { Style } from '../terminal/style.js';
import { oneLine } from '../terminal/visible.js';
import type { LogSeen } from './watch-event.js';

type Format = Parameters<Style>[0];

const formats: Readonly<Record<LogLevel, Format>> = {
  debug: 'gray',
  info: 'blue',
  notice: 'cyan',
  warning: 'yellow',
  error: 'red',
  critical: ['bold', 'red'],
  alert: ['bold', 'magenta'],
  emergency: ['bold', 'white', 'bgRed'],
};

/** `warning   the disk is nearly full  free=12`; data that is no text is shown as JSON. */
export function showLog({ level, logger, data }: LogSeen, style: Style): string {
  const from = logger === undefined ? '' : `${style('gray', `[${oneLine(logger, 40)}]`)} `;
  return `${style(formats[level], level.padEnd(9))} ${from}${showData(data)}`;
}

/** `{ message: 'full', free: 12 }` becomes `full  free=12`. */
function showData(data: unknown): string {
  if (typeof data === 'string') return oneLine(data, 2_000);
  if (typeof data !== 'object' || data === null || !('message' in data) || typeof data.message !== 'string') {
    return oneLine(JSON.stringify(data) ?? 'undefined', 2_000);
  }
  const { message, ...fields } = data;
  const pairs = Object.entries(fields).map(([name, value]) => `  ${name}=${showField(value)}`);
  return oneLine(`${message}${pairs.join('')}`, 2_000);
}

function showField(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
}
