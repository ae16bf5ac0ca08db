import { describe, expect, it } from 'vitest';
import { barLine } from './bar.js';
import { followCall } from './followed-call.js';
import { plainText } from './line.js';
import { Screen } from './screen.js';

const open = (isLive: boolean, columns = 80): { screen: Screen; written: string[] } => {
  const written: string[] = [];
  const screen = new Screen({ write: (text) => written.push(text), isLive, hasColor: false, columns: () => columns });
  return { screen, written };
};

/** What a terminal shows after these writes, cursor moves and clears done. */
const shownAfter = (written: readonly string[]): string[] => {
  let rows: string[] = [];
  for (const [, up, text = ''] of written
    .join('')
    .matchAll(/(?:\u001b\[(\d+)A\r\u001b\[J)?([^\u001b]*)(?:\u001b\[\?25[lh])?/g)) {
    if (up !== undefined) rows = rows.slice(0, rows.length - Number(up));
    rows.push(...text.split('\n').slice(0, -1));
  }
  return rows;
};

describe('on a terminal', () => {
  it('bars move in place, below what stays', () => {
    const { screen, written } = open(true);
    const first = screen.openLine();
    const second = screen.openLine();
    first.show(['first 10'], 0.1);
    second.show(['second 0'], 0);
    screen.print('a log message');
    first.show(['first 90'], 0.9);
    expect(shownAfter(written)).toEqual(['a log message', 'first 90', 'second 0']);
    first.finish(['first done']);
    expect(shownAfter(written)).toEqual(['a log message', 'first done', 'second 0']);
    second.finish(['second done']);
    expect(shownAfter(written)).toEqual(['a log message', 'first done', 'second done']);
    expect(screen.lines.map(plainText)).toEqual(['a log message', 'first done', 'second done']);
  });

  it('bars never take two rows, and lines that stay are wrapped', () => {
    const { screen, written } = open(true, 10);
    const bar = screen.openLine();
    bar.show(['a long moving line'], 0);
    expect(shownAfter(written)).toEqual(['a long mo']);
    bar.finish(['a long line']);
    expect(shownAfter(written)).toEqual(['a long', '    line']);
    expect(screen.lines.map(plainText)).toEqual(['a long line']);
  });

  it('the cursor is hidden while bars move, and comes back', () => {
    const { screen, written } = open(true);
    screen.openLine().show(['moving'], 0);
    expect(written.join('')).toContain('\u001b[?25l');
    screen.close();
    expect(written.at(-1)).toBe('\u001b[?25h');
  });
});

describe('in a pipe', () => {
  it('each tenth of a bar is a line, without escapes', () => {
    const { screen, written } = open(false);
    const bar = screen.openLine();
    for (const share of [0, 0.05, 0.1, 0.15, 0.19, 0.2, 1]) bar.show([`${share}`], share);
    bar.finish(['1']);
    expect(written).toEqual(['0.1\n', '0.2\n', '1\n']);
    expect(screen.lines.map(plainText)).toEqual(['1']);
  });
});

describe('a followed call', () => {
  it('shows progress and logs, and ends full when it is done', () => {
    const { screen, written } = open(false);
    const call = followCall(screen);
    call.options.onProgress({ progressToken: 1, progress: 1, total: 4, message: 'one of four' });
    call.options.onLog({ level: 'warning', data: { message: 'careful', n: 1 } });
    call.finish('done');
    const [quarter, full] = [0.25, 1].map((share) =>
      plainText(barLine({ share, message: 'one of four', state: 'done' })),
    );
    expect(written).toEqual([`${quarter}\n`, '  warning  careful  n=1\n', `${full}\n`]);
    expect([call.messages, call.logCount]).toEqual([['one of four'], 1]);
  });
});
