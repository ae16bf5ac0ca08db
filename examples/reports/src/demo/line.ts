/** A line of terminal output before it has colours, for the terminal and for the picture alike. */
export type Line = readonly Part[];
export type Part = string | Segment;

export interface Segment {
  readonly text: string;
  readonly color?: Color | undefined;
  readonly isBold?: boolean;
  /** Lines are not broken inside. */
  readonly isTight?: boolean;
  /** Shown instead in the picture, where what differs from run to run has no place. */
  readonly inPicture?: string;
  /** It is not as the picture would say; a run with such a part is no model for the picture. */
  readonly isUnusual?: boolean;
}

export type Color = keyof typeof ansi;

const ansi = { red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36, grey: 90 } as const;

export function colored(color: Color, text: string): Segment {
  return { text, color };
}

export function dim(text: string): Segment {
  return { text, color: 'grey' };
}

export function bold(text: string, color?: Color): Segment {
  return { text, color, isBold: true };
}

/** Lines are not broken inside of it. */
export function tight(text: string): Segment {
  return { text, isTight: true };
}

/** `37 ms`, `1.2 s`; in the picture the limit that it usually keeps: `<100 ms`. */
export function duration(ms: number, limitMs: number): Segment {
  return { text: inWords(ms), inPicture: `<${inWords(limitMs)}`, isUnusual: !(ms < limitMs) };
}

/** For what has no place in the picture. */
export function onlyLive(text: string): Segment {
  return { text, inPicture: '' };
}

export function inWords(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  return `${(ms / 1_000).toFixed(ms % 1_000 === 0 ? 0 : 1)} s`;
}

export function toSegment(part: Part): Segment {
  return typeof part === 'string' ? { text: part } : part;
}

export function lengthOf(line: Line): number {
  return line.reduce((sum, part) => sum + toSegment(part).text.length, 0);
}

export function plainText(line: Line): string {
  return line.map((part) => toSegment(part).text).join('');
}

/** With escape sequences for colours, or without. */
export function toText(line: Line, hasColor: boolean): string {
  if (!hasColor) return plainText(line);
  return line
    .map(toSegment)
    .map(({ text, color, isBold }) => {
      const codes = [...(isBold ? [1] : []), ...(color ? [ansi[color]] : [])];
      return codes.length === 0 ? text : `\u001b[${codes.join(';')}m${text}\u001b[0m`;
    })
    .join('');
}

/** The first `columns` characters. */
export function cut(line: Line, columns: number): Line {
  let room = columns;
  return line.map(toSegment).flatMap((segment) => {
    const text = segment.text.slice(0, room);
    room -= text.length;
    return text === '' ? [] : [{ ...segment, text }];
  });
}

const hangingIndent = '    ';

/** Lines of at most `columns` characters, broken at spaces; a longer word stays whole. */
export function wrap(line: Line, columns: number): readonly Line[] {
  if (lengthOf(line) <= columns) return [line];
  const lines: Segment[][] = [[]];
  let used = 0;
  for (const segment of line.map(toSegment)) {
    for (const word of segment.isTight ? [segment.text] : (segment.text.match(/ *[^ ]+| +$/g) ?? [])) {
      const start = lines.length === 1 ? 0 : hangingIndent.length;
      if (used > start && used + word.length > columns) {
        if (word.trim() === '') continue;
        lines.push([{ text: hangingIndent }, { ...segment, text: word.trimStart() }]);
        used = hangingIndent.length + word.trimStart().length;
      } else {
        lines.at(-1)?.push({ ...segment, text: word });
        used += word.length;
      }
    }
  }
  return lines;
}
