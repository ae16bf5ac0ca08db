import { describe, expect, it, vi } from 'vitest';
import { plain } from '../terminal/style.js';
import { BarView } from './bar-view.js';
import { LineView } from './line-view.js';
import { showAmount } from './show-progress.js';
import type { WatchedCall, WatchEvent } from './watch-event.js';

const call: WatchedCall = { id: 1, tool: 'export', progressToken: 't', startedAtMs: 0 };

const progress = (value: number, atMs: number, message?: string, total: number | undefined = 10): WatchEvent => ({
  type: 'progress',
  call,
  progress: { token: 't', progress: value, total, message, atMs },
});

const events: readonly WatchEvent[] = [
  { type: 'call-started', call, atMs: 0 },
  progress(1, 1_000),
  { type: 'log', log: { level: 'warning', logger: 'disk', data: { message: 'nearly full', free: 12 }, atMs: 1_100 } },
  progress(3, 2_000, 'rows loaded'),
  { type: 'cancelled', call, how: 'notification', reason: 'enough', atMs: 2_500 },
];

describe('lines', () => {
  const linesOf = (verbosity: 0 | 1 | 2, shown: readonly WatchEvent[]): string[] => {
    const lines: string[] = [];
    const view = new LineView({ verbosity, style: plain, write: (line) => lines.push(line) });
    for (const event of shown) view.show(event);
    return lines;
  };

  it('show progress with percentage, total, message and rate, logs, cancels and times', () => {
    expect(linesOf(1, events)).toEqual([
      'call      export',
      'progress  export  10% 1/10',
      'warning   [disk] nearly full  free=12',
      'progress  export  30% 3/10  rows loaded  2/s',
      'cancelled export after 2.500 s, by notification (enough)',
    ]);
  });

  it('without -v show nothing', () => {
    expect(linesOf(0, events)).toEqual([]);
  });

  it('with -vv show each frame and what the server writes to stderr', () => {
    const frame = { direction: 'out', atMs: performance.now(), raw: '{"id":1}', message: undefined } as const;
    const lines = linesOf(2, [
      { type: 'frame', frame },
      { type: 'stderr', text: 'one\ntwo\n' },
    ]);
    expect(lines).toEqual([expect.stringMatching(/s → \{"id":1\}$/), 'stderr    one', 'stderr    two']);
  });

  it('what a server says cannot steer the terminal', () => {
    expect(linesOf(1, [progress(1, 0, '\u001b[2Jgone\nnew line')])).toEqual([
      'progress  export  10% 1/10  \\u001b[2Jgone\\nnew line',
    ]);
  });

  it('a total that is no total gives no percentage', () => {
    expect(linesOf(1, [progress(5, 0, undefined, 0)])).toEqual(['progress  export 5/0']);
  });
});

describe('a source', () => {
  it('stands before each line of it', () => {
    const lines: string[] = [];
    const view = new LineView({ verbosity: 2, style: plain, write: (line) => lines.push(line) });
    view.show({ type: 'call-started', call, atMs: 0 }, 'a.mcp');
    view.show({ type: 'stderr', text: 'one\ntwo\n' }, 'a.mcp');
    expect(lines).toEqual(['[a.mcp] call      export', '[a.mcp] stderr    one', '[a.mcp] stderr    two']);
  });
});

describe('an amount', () => {
  it.each([
    [996, 1_000, ' 99% 996/1000'],
    [1_000, 1_000, '100% 1000/1000'],
    [0.25, 1, ' 25% 0.25/1'],
    [12, 10, '100% 12/10'],
    [1.23456, undefined, '1.23'],
  ])('%d of %d', (value, total, shown) => {
    expect(showAmount({ progress: value, total })).toBe(shown);
  });
});

describe('bars', () => {
  it('move in place, and leave their last state behind as a line with -v', () => {
    vi.useFakeTimers();
    try {
      const drawn: string[] = [];
      const lines: string[] = [];
      const redraw = Object.assign((text: string) => void drawn.push(text), { clear: () => void drawn.push('') });
      const write = (line: string): void => void lines.push(line);
      const view = new BarView({ verbosity: 1, style: plain, redraw, write, columns: () => 100 });
      for (const event of events.slice(0, 4)) view.show(event);
      vi.advanceTimersByTime(100);
      expect(drawn.at(-1)).toBe('export  ━━━━━━━─────────────────   30% 3/10  rows loaded  2/s');
      for (const event of events.slice(4)) view.show(event);
      vi.advanceTimersByTime(100);
      expect(drawn.at(-1)).toBe('');
      expect(lines).toEqual([
        'call      export',
        'warning   [disk] nearly full  free=12',
        'export  ━━━━━━━─────────────────   30% 3/10  rows loaded  2/s',
        'cancelled export after 2.500 s, by notification (enough)',
      ]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('are eight at most, none of them wider than the terminal', () => {
    vi.useFakeTimers();
    try {
      let drawn = '';
      const redraw = Object.assign((text: string) => void (drawn = text), { clear: () => {} });
      let columns = 80;
      const view = new BarView({ verbosity: 0, style: plain, redraw, write: () => {}, columns: () => columns });
      for (let id = 0; id < 12; id++) {
        const one: WatchedCall = { ...call, id, tool: `tool-${id}` };
        view.show({ type: 'call-started', call: one, atMs: 0 });
        const seen = { token: 't', progress: 1, total: 2, message: 'rows '.repeat(40), atMs: 0 };
        view.show({ type: 'progress', call: one, progress: seen });
      }
      for (columns of [80, 50, 30]) {
        view.aside(() => {});
        vi.advanceTimersByTime(100);
        const lines = drawn.split('\n');
        expect(lines).toHaveLength(8);
        for (const line of lines) expect(line.length).toBeLessThan(columns);
      }
    } finally {
      vi.useRealTimers();
    }
  });

  it('are drawn at most every 50 ms, however much comes', () => {
    vi.useFakeTimers();
    try {
      let drawn = 0;
      const redraw = Object.assign(() => void drawn++, { clear: () => {} });
      const view = new BarView({ verbosity: 0, style: plain, redraw, write: () => {}, columns: () => 80 });
      view.show({ type: 'call-started', call, atMs: 0 });
      for (let i = 1; i <= 1_000; i++) {
        view.show(progress(i, i, undefined, 1_000));
        vi.advanceTimersByTime(1);
      }
      expect(drawn).toBeGreaterThan(5);
      expect(drawn).toBeLessThanOrEqual(20);
    } finally {
      vi.useRealTimers();
    }
  });
});
