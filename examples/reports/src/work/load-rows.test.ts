import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { employmentPath, loadRows } from './load-rows.js';
import { BadRowError } from './parse-row.js';

const { signal } = new AbortController();
let folder: string;
let lines: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reports-rows-'));
  lines = (await readFile(employmentPath, 'utf8')).trimEnd().split('\n');
});
afterEach(() => rm(folder, { recursive: true }));

/** Loads the table after one line (counted from 1) was changed. */
async function loadWith(line: number, change: (text: string) => string, end = '\n'): Promise<unknown> {
  const path = join(folder, 'table.csv');
  await writeFile(path, lines.map((text, index) => (index === line - 1 ? change(text) : text)).join(end));
  return loadRows({ signal, path });
}

describe('loadRows', () => {
  it('reads ten years of months with numbers', async () => {
    const rows = await loadRows({ signal });
    expect(rows).toHaveLength(120);
    expect(rows[0]).toMatchObject({ month: '2006-01-01', nonfarmChange: 282 });
    expect(rows[0]?.employment).toMatchObject({ nonfarm: 135450, wholesale_trade: 5840.4, government: 21847 });
    expect(rows.at(-1)).toMatchObject({ month: '2015-12-01', employment: { nonfarm: 143093 } });
  });

  it('tells its progress after each chunk', async () => {
    const progress: unknown[] = [];
    await loadRows({ signal, chunkRows: 50, onProgress: (step) => progress.push(step) });
    expect(progress).toEqual([50, 100, 120].map((rowsDone) => ({ rowsDone, rowsTotal: 120 })));
  });

  it('reads files with Windows line ends', async () => {
    expect(await loadWith(1, (text) => text, '\r\n')).toHaveLength(120);
  });

  it.each<[string, number, (text: string) => string, string]>([
    [
      'a word for a number',
      4,
      (text) => text.replace(',7689,', ',many,'),
      'Line 4: expected "construction" to be a number, got "many"',
    ],
    [
      'an empty number',
      4,
      (text) => text.replace(',7689,', ',,'),
      'Line 4: expected "construction" to be a number, got ""',
    ],
    [
      'a lacking field',
      7,
      (text) => text.slice(0, text.lastIndexOf(',')),
      'Line 7: expected 24 fields, got "23 fields"',
    ],
    ['a quoted field', 7, (text) => text.replace(',', ',"1",'), 'Line 7: expected 24 fields, got "25 fields"'],
    [
      'a wrong month',
      3,
      (text) => text.replace('2006-02-01', '2006-13-01'),
      'Line 3: expected "month" to be the first day of a month such as 2006-01-01, got "2006-13-01"',
    ],
    [
      'a gap between months',
      3,
      (text) => text.replace('2006-02', '2006-03'),
      'Line 3: expected "month" to be 2006-02-01, got "2006-03-01"',
    ],
    [
      'a renamed column',
      1,
      (text) => text.replace('private', 'own'),
      'Line 1: expected column 3 to be "private", got "own"',
    ],
    ['a column too many', 1, (text) => `${text},more`, 'Line 1: expected 24 columns, got "more"'],
  ])('refuses %s', async (_what, line, change, message) => {
    const error = await loadWith(line, change).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BadRowError);
    expect(error).toMatchObject({ line, message });
  });

  it('refuses an empty file', async () => {
    const path = join(folder, 'empty.csv');
    await writeFile(path, '');
    await expect(loadRows({ signal, path })).rejects.toThrow('Line 1: expected column 1 to be "month", got ""');
  });

  it('stops after the chunk during which the signal fires', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const seen: number[] = [];
    const loading = loadRows({
      signal: controller.signal,
      chunkRows: 10,
      onProgress: ({ rowsDone }) => {
        seen.push(rowsDone);
        if (rowsDone === 20) controller.abort(reason);
      },
    });
    await expect(loading).rejects.toBe(reason);
    expect(seen).toEqual([10, 20]);
  });

  it('lets the event loop turn between chunks, so that an abort from outside lands', async () => {
    const controller = new AbortController();
    const reason = new Error('from outside');
    const seen: number[] = [];
    setImmediate(() => setImmediate(() => controller.abort(reason)));
    const loading = loadRows({
      signal: controller.signal,
      chunkRows: 1,
      onProgress: ({ rowsDone }) => seen.push(rowsDone),
    });
    await expect(loading).rejects.toBe(reason);
    expect(seen.length).toBeLessThan(120);
  });
});
