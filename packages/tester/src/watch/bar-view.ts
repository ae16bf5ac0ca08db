import type { Style } from '../terminal/style.js';
import { oneLine } from '../terminal/visible.js';
import { LineView } from './line-view.js';
import { Rate } from './rate.js';
import { showAmount, showBar, showDetail } from './show-progress.js';
import type { Verbosity, View } from './view.js';
import type { ProgressSeen, WatchedCall, WatchEvent } from './watch-event.js';

/** Draws text in place of what it drew before: `log-update`. */
export interface Redraw {
  (text: string): void;
  clear(): void;
}

export interface BarViewOptions {
  readonly verbosity: Verbosity;
  readonly style: Style;
  readonly redraw: Redraw;
  /** A line that stays; the bars are out of the way while it is written. */
  readonly write: (line: string) => void;
  readonly columns: () => number;
}

interface Bar {
  readonly call: WatchedCall;
  readonly rate: Rate;
  last: ProgressSeen | undefined;
}

/** More bars at once would push the text out of a small terminal. */
const maxBars = 8;

/** How often the bars are drawn anew, at most. A server may send thousands of progress messages a second. */
const redrawMs = 50;

/** A terminal: a bar for each call that runs, lines that stay above them. */
export class BarView implements View {
  readonly #options: BarViewOptions;
  readonly #lines: LineView;
  readonly #bars = new Map<WatchedCall, Bar>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: BarViewOptions) {
    this.#options = options;
    this.#lines = new LineView({ ...options, write: (line) => this.aside(() => options.write(line)) });
  }

  show(event: WatchEvent, source?: string): void {
    if (this.#isClosed) return;
    this.#update(event);
    // The bar says it already; what was last on it is a line that stays.
    if (event.type !== 'progress') this.#lines.show(event, source);
    this.#schedule();
  }

  aside(write: () => void): void {
    this.#options.redraw.clear();
    write();
    if (this.#bars.size > 0) this.#schedule();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#bars.clear();
    this.#options.redraw.clear();
  }

  #update(event: WatchEvent): void {
    if (event.type === 'call-started') {
      this.#bars.set(event.call, { call: event.call, rate: new Rate(), last: undefined });
    } else if (event.type === 'progress' && event.call) {
      const bar = this.#bars.get(event.call);
      bar?.rate.add(event.progress.progress, event.progress.atMs);
      if (bar) bar.last = event.progress;
    } else if (event.type === 'cancelled' || event.type === 'call-ended') {
      const bar = this.#bars.get(event.call);
      this.#bars.delete(event.call);
      if (bar?.last && this.#options.verbosity > 0) this.#stay(this.#barLine(bar, bar.last));
    }
  }

  #stay(line: string): void {
    this.aside(() => this.#options.write(line));
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#draw();
    }, redrawMs);
  }

  #draw(): void {
    const lines = [...this.#bars.values()]
      .slice(0, maxBars)
      .flatMap((bar) => (bar.last === undefined ? [] : [this.#barLine(bar, bar.last)]));
    if (lines.length === 0) this.#options.redraw.clear();
    else this.#options.redraw(lines.join('\n'));
  }

  #barLine({ call, rate }: Bar, seen: ProgressSeen): string {
    const { style, columns } = this.#options;
    const name = oneLine(call.tool, 24);
    const text = `${showAmount(seen)}${showDetail(seen.message, rate.perSecond)}`;
    // One line is one line, or redrawing leaves its rest behind.
    const room = columns() - name.length - 30;
    // No room for a bar: the amount alone.
    if (room < 10) return cutTo(`${name} ${text}`, columns() - 1);
    return `${name}  ${style('cyan', showBar(seen))}  ${cutTo(text, room)}`;
  }
}

/** Characters of two columns count as two: those of East Asian scripts and most pictures. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

function cutTo(text: string, columns: number): string {
  let used = 0;
  let kept = '';
  for (const char of text) {
    used += wide.test(char) ? 2 : 1;
    if (used > columns) return `${kept.slice(0, -1)}…`;
    kept += char;
  }
  return text;
}
