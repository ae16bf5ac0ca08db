import { colored, dim, type Color, type Line } from './line.js';

export type BarState = 'waiting' | 'running' | 'done' | 'stopped';

export interface BarView {
  /** From 0 to 1. */
  readonly share: number;
  readonly message: string;
  readonly state: BarState;
  /** Before the bar. */
  readonly label?: string | undefined;
}

/** What a bar is made of: done, and to do. They differ without colours too; the picture draws strokes. */
export const barLetters = ['━', '─'] as const;
const width = 30;

const colors: Readonly<Record<BarState, Color>> = {
  waiting: 'grey',
  running: 'cyan',
  done: 'green',
  stopped: 'yellow',
};

/** `  ━━━━━━━━───────  50 %  rendering 5 of 8` */
export function barLine({ share, message, state, label }: BarView): Line {
  const filled = Math.round(Math.min(Math.max(share, 0), 1) * width);
  return [
    label === undefined ? '  ' : `  ${label}  `,
    colored(colors[state], barLetters[0].repeat(filled)),
    dim(barLetters[1].repeat(width - filled)),
    `${Math.round(share * 100)} %`.padStart(7),
    '  ',
    state === 'waiting' ? dim(message) : message,
  ];
}
