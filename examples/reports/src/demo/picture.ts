import { readFile, writeFile } from 'node:fs/promises';
import { barLetters } from './bar.js';
import { toSegment, type Color, type Line, type Segment } from './line.js';

/** Pixels. A letter is 0.6 of its size in the usual fonts of terminals; `textLength` holds any other font to it. */
const fontSize = 14;
const letterWidth = 8.4;
const lineHeight = 20;
const padding = 22;
const titleHeight = 40;

const colors: Readonly<Record<Color | 'text' | 'strong', string>> = {
  text: '#c9d1d9',
  strong: '#f0f6fc',
  grey: '#768390',
  red: '#ff7b72',
  green: '#56d364',
  yellow: '#e3b341',
  blue: '#79c0ff',
  magenta: '#d2a8ff',
  cyan: '#39c5cf',
};

/**
 * Draws terminal output as a picture of a window. The file is left alone when nothing has changed, and when the run
 * was unusual, as on a machine that is busy with other things.
 */
export async function writePicture(path: string, lines: readonly Line[]): Promise<void> {
  if (lines.some((line) => line.some((part) => toSegment(part).isUnusual))) return;
  const svg = drawPicture(lines);
  if ((await readFile(path, 'utf8').catch(() => undefined)) !== svg) await writeFile(path, svg);
}

export function drawPicture(lines: readonly Line[]): string {
  const rows = lines.map((line) => line.map(toSegment).map((part) => ({ ...part, text: part.inPicture ?? part.text })));
  const columns = Math.max(...rows.map((row) => row.reduce((sum, { text }) => sum + text.length, 0)));
  const width = Math.ceil(columns * letterWidth) + 2 * padding;
  const height = titleHeight + rows.length * lineHeight + padding;
  const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
    (fill, index) => `<circle cx="${padding + 20 * index}" cy="20" r="6" fill="${fill}"/>`,
  );
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" xml:space="preserve" role="img" aria-label="Terminal output of npm run demo">`,
    style,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10" fill="#0d1117" stroke="#30363d"/>`,
    ...dots,
    `<text x="${width / 2}" y="25" text-anchor="middle" class="grey">npm run demo</text>`,
    ...rows.flatMap((row, index) => drawRow(row, titleHeight + index * lineHeight + fontSize)),
    '</svg>',
  ].join('\n')}\n`;
}

const fonts = `ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace`;

const style = [
  '<style>',
  `text{font:${fontSize}px ${fonts};fill:${colors.text}}`,
  `.strong{fill:${colors.strong}}`,
  '.bold{font-weight:700}',
  ...Object.entries(colors).map(([name, value]) => `.${name}{fill:${value}}`),
  '</style>',
].join('');

function drawRow(row: readonly Segment[], baseline: number): string[] {
  let column = 0;
  return row.flatMap((segment) => {
    const start = column;
    column += segment.text.length;
    const text = segment.text.trim();
    const x = round(padding + (start + segment.text.length - segment.text.trimStart().length) * letterWidth);
    if (text === '') return [];
    return [isBar(text) ? drawBar(segment, x, baseline) : drawText({ ...segment, text }, x, baseline)];
  });
}

function isBar(text: string): boolean {
  return barLetters.some((letter) => text.startsWith(letter));
}

function drawText({ text, color, isBold }: Segment, x: number, y: number): string {
  const classes = [color ?? (isBold ? 'strong' : ''), isBold ? 'bold' : ''].filter((name) => name !== '');
  const named = classes.length === 0 ? '' : ` class="${classes.join(' ')}"`;
  return `<text x="${x}" y="${y}" textLength="${round(text.length * letterWidth)}"${named}>${escape(text)}</text>`;
}

function drawBar({ text, color }: Segment, x: number, baseline: number): string {
  const fill = color === 'grey' ? '#30363d' : colors[color ?? 'text'];
  return `<rect x="${x}" y="${baseline - 8}" width="${round(text.length * letterWidth)}" height="6" fill="${fill}"/>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
