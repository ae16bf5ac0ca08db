import type { WriteStream } from 'node:tty';
import type { Output } from '../terminal/output.js';
import { safe, styleFor } from '../terminal/style.js';
import { BarView } from './bar-view.js';
import { LineView } from './line-view.js';
import type { Verbosity, View } from './view.js';

/** Bars where stderr is a terminal, lines where it is not. Results go to stdout and are never mixed with either. */
export async function createView(verbosity: Verbosity, output: Output, stderr: WriteStream): Promise<View> {
  const style = styleFor(stderr, process.env);
  const write = (line: string): void => output.note(line);
  if (!stderr.isTTY || process.env['TERM'] === 'dumb') return new LineView({ verbosity, style, write });
  const { createLogUpdate } = await import('log-update');
  const drawn = createLogUpdate(stderr);
  const redraw = Object.assign((text: string) => drawn(safe(text)), { clear: () => drawn.clear() });
  return new BarView({ verbosity, style, redraw, write, columns: () => stderr.columns || 80 });
}
