import { describe, expect, it } from 'vitest';
import { barLine } from './bar.js';
import { bold, colored, cut, duration, plainText, tight, toText, wrap } from './line.js';
import { logLine } from './log-line.js';

describe('lines', () => {
  it('have colours only where they are wanted', () => {
    const line = ['a ', colored('red', 'b'), bold(' c', 'green')];
    expect(toText(line, false)).toBe('a b c');
    expect(toText(line, true)).toBe('a \u001b[31mb\u001b[0m\u001b[1;32m c\u001b[0m');
  });

  it('are cut across their parts', () => {
    expect(plainText(cut(['abc', colored('red', 'def'), 'ghi'], 5))).toBe('abcde');
  });

  it('are wrapped at spaces, but not inside of tight parts', () => {
    const line = ['one two ', colored('red', 'three'), ' · ', tight('four five')];
    expect(wrap(line, 80)).toEqual([line]);
    expect(wrap(line, 20).map(plainText)).toEqual(['one two three · ', '    four five']);
    expect(wrap(line, 11).map(plainText)).toEqual(['one two ', '    three ·', '    four five']);
  });

  it('give durations as a limit in the picture', () => {
    expect(duration(37.2, 500)).toEqual({ text: '37 ms', inPicture: '<500 ms', isUnusual: false });
    expect(duration(1_240, 2_000)).toEqual({ text: '1.2 s', inPicture: '<2 s', isUnusual: false });
    expect(duration(612, 500)).toEqual({ text: '612 ms', inPicture: '<500 ms', isUnusual: true });
  });
});

describe('bars', () => {
  it.each([
    [0, '  ──────────────────────────────    0 %  on'],
    [0.5, '  ━━━━━━━━━━━━━━━───────────────   50 %  on'],
    [1, '  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━  100 %  on'],
  ])('show their share %d', (share, expected) => {
    expect(plainText(barLine({ share, message: 'on', state: 'running' }))).toBe(expected);
  });
});

describe('log messages', () => {
  it.each([
    ['text', '  info     text'],
    [{ message: 'rows loaded', rows: 3, of: 'x' }, '  info     rows loaded  rows=3  of=x'],
    [null, '  info     null'],
  ])('show %j', (data, expected) => {
    expect(plainText(logLine('info', data))).toBe(expected);
  });
});
