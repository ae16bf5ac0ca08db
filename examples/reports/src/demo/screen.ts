import { cut, lengthOf, plainText, toText, wrap, type Line } from './line.js';

export interface ScreenOptions {
  readonly write: (text: string) => void;
  /** Lines may be redrawn in place. Otherwise each new tenth of a bar is a line of its own. */
  readonly isLive: boolean;
  readonly hasColor: boolean;
  readonly columns: () => number;
}

/** A line that changes until it is finished. */
export interface LiveLine {
  /** `share` from 0 to 1. */
  show(line: Line, share: number): void;
  finish(line: Line): void;
}

interface Live {
  line: Line;
  /** Not live: the last tenth that was printed. */
  tenth: number;
}

/** A terminal, or a pipe: lines that stay, and below them lines that still change. */
export class Screen {
  /** What stays, for the picture. */
  readonly lines: Line[] = [];
  readonly #options: ScreenOptions;
  readonly #live = new Set<Live>();
  #rowsDrawn = 0;

  constructor(options: ScreenOptions) {
    this.#options = options;
  }

  print(...line: Line): void {
    this.lines.push(line);
    this.#redraw(line);
  }

  openLine(): LiveLine {
    const live: Live = { line: [], tenth: 0 };
    this.#live.add(live);
    return {
      show: (line, share) => {
        live.line = line;
        if (this.#options.isLive) return this.#redraw();
        const tenth = Math.floor(share * 10);
        if (tenth <= live.tenth) return;
        live.tenth = tenth;
        this.#write(line);
      },
      finish: (line) => {
        const wasLast = plainText(line) === plainText(live.line);
        this.#live.delete(live);
        this.lines.push(line);
        if (this.#options.isLive) this.#redraw(line);
        else if (!wasLast) this.#write(line);
      },
    };
  }

  /** Leaves changing lines as they are, and gives the cursor back. */
  close(): void {
    if (this.#rowsDrawn > 0) this.#options.write(showCursor);
    this.#rowsDrawn = 0;
    this.#live.clear();
  }

  /** In one write, so that nothing flickers. */
  #redraw(finished?: Line): void {
    const { write, isLive, hasColor, columns } = this.#options;
    if (!isLive) return finished && this.#write(finished);
    let text = this.#rowsDrawn > 0 ? `\u001b[${this.#rowsDrawn}A\r\u001b[J` : '';
    if (finished) text += `${this.#textOf(finished)}\n`;
    const shown = [...this.#live].map(({ line }) => line).filter((line) => lengthOf(line) > 0);
    // A line that wraps would take two rows, and the count of rows would be wrong.
    for (const line of shown) text += `${toText(cut(line, columns() - 1), hasColor)}\n`;
    if (shown.length > 0 && this.#rowsDrawn === 0) text = hideCursor + text;
    if (shown.length === 0 && this.#rowsDrawn > 0) text += showCursor;
    this.#rowsDrawn = shown.length;
    write(text);
  }

  #write(line: Line): void {
    this.#options.write(`${this.#textOf(line)}\n`);
  }

  #textOf(line: Line): string {
    const { isLive, hasColor, columns } = this.#options;
    const rows = isLive ? wrap(line, columns()) : [line];
    return rows.map((row) => toText(row, hasColor)).join('\n');
  }
}

const hideCursor = '\u001b[?25l';
const showCursor = '\u001b[?25h';

/** The terminal of this process. Colours as https://no-color.org asks for. */
export function openTerminal(): Screen {
  const { stdout, env } = process;
  const isTerminal = stdout.isTTY && env['TERM'] !== 'dumb';
  return new Screen({
    write: (text) => void stdout.write(text),
    isLive: isTerminal,
    hasColor: isTerminal && (env['NO_COLOR'] ?? '') === '',
    columns: () => Math.max(stdout.columns || 80, 40),
  });
}
