import type { Style } from '../terminal/style.js';
import { visible } from '../terminal/visible.js';
import { eventLine } from './event-line.js';
import { Rate } from './rate.js';
import { showFrame } from './show-frame.js';
import type { Verbosity, View } from './view.js';
import type { WatchedCall, WatchEvent } from './watch-event.js';

export interface LineViewOptions {
  readonly verbosity: Verbosity;
  readonly style: Style;
  readonly write: (line: string) => void;
}

/** A line for each thing that happens: for pipes and files, and what stays on a terminal. */
export class LineView implements View {
  readonly #options: LineViewOptions;
  readonly #rates = new WeakMap<WatchedCall, Rate>();
  readonly #sinceMs = performance.now();
  #isClosed = false;

  constructor(options: LineViewOptions) {
    this.#options = options;
  }

  show(event: WatchEvent, source?: string): void {
    const { verbosity, style } = this.#options;
    if (verbosity === 0 || this.#isClosed) return;
    const write = (line: string): void =>
      this.#options.write(source === undefined ? line : `${style('gray', `[${source}]`)} ${line}`);
    if (event.type === 'frame' && verbosity === 2) write(style('gray', showFrame(event.frame, this.#sinceMs)));
    if (event.type === 'stderr') for (const line of linesOf(event.text)) write(style('gray', `stderr    ${line}`));
    const line = eventLine(event, style, this.#rateOf(event));
    if (line !== undefined) write(line);
  }

  aside(write: () => void): void {
    write();
  }

  close(): void {
    this.#isClosed = true;
  }

  #rateOf(event: WatchEvent): Rate | undefined {
    if (event.type !== 'progress' || !event.call) return undefined;
    const rate = this.#rates.get(event.call) ?? new Rate();
    this.#rates.set(event.call, rate);
    rate.add(event.progress.progress, event.progress.atMs);
    return rate;
  }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(visible);
}
