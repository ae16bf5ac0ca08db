import type { LogLevel } from '@mcpfusion/core';
import { bold, colored, dim, type Line, type Segment } from './line.js';

const badges: Readonly<Record<LogLevel, (text: string) => Segment>> = {
  debug: dim,
  info: (text) => colored('blue', text),
  notice: (text) => colored('cyan', text),
  warning: (text) => colored('yellow', text),
  error: (text) => colored('red', text),
  critical: (text) => bold(text, 'red'),
  alert: (text) => bold(text, 'magenta'),
  emergency: (text) => bold(text, 'magenta'),
};

/** `  warning  the disk is nearly full  free=12` from what `notifications/message` carries. */
export function logLine(level: LogLevel, data: unknown): Line {
  const { message, ...fields }: { message?: unknown } =
    typeof data === 'object' && data !== null ? data : { message: data };
  const pairs = Object.entries(fields).map(([name, value]) => `  ${name}=${String(value)}`);
  return ['  ', badges[level](level.padEnd(9)), String(message), dim(pairs.join(''))];
}
