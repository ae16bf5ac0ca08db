import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { byQuarter, type Quarter } from './by-quarter.js';
import { exportCsv, type ExportChunk } from './export-csv.js';
import { loadRows } from './load-rows.js';
import type { EmploymentRow } from './parse-row.js';

const { signal } = new AbortController();
let rows: EmploymentRow[];
let quarters: Quarter[];
let chunks: ExportChunk[];
let lines: string[];

const unpack = (parts: readonly ExportChunk[]): string[] =>
  gunzipSync(Buffer.concat(parts.map(({ chunk }) => chunk)))
    .toString()
    .trimEnd()
    .split('\n');

beforeAll(async () => {
  rows = await loadRows({ signal });
  quarters = await byQuarter(rows, { signal });
  chunks = [];
  for await (const part of exportCsv(rows, { signal, quarters })) chunks.push(part);
  lines = unpack(chunks);
});

describe('exportCsv', () => {
  it('counts up to one line for each month and sector', () => {
    expect(chunks).toHaveLength(20);
    expect(chunks[0]).toMatchObject({ rowsDone: 132, rowsTotal: 2640 });
    expect(chunks.at(-1)).toMatchObject({ rowsDone: 2640, rowsTotal: 2640 });
    expect(chunks.every(({ chunk }) => chunk.byteLength > 0)).toBe(true);
    expect(lines).toHaveLength(2641);
  });

  it('names its columns', () => {
    expect(lines[0]).toBe(
      'month,quarter,sector,name,employment,quarter_mean,off_quarter_mean,month_change,year_change,year_change_percent,' +
        'rolling_12_month_mean,rolling_12_month_low,rolling_12_month_high,share_of_nonfarm_percent,index_first_month_100',
    );
  });

  it('leaves measures empty that need earlier months', () => {
    expect(lines[1]).toBe(
      '2006-01-01,2006-Q1,nonfarm,"Total nonfarm",135450.000,135757.000,-307.000,,,,,,,100.000,100.000',
    );
  });

  it('derives the measures from the rows', () => {
    const line = lines.find((text) => text.startsWith('2007-01-01,2007-Q1,government,'));
    const year = rows.slice(1, 13).map(({ employment }) => employment.government);
    const [now = 0, before = 0] = [12, 0].map((index) => rows[index]?.employment.government);
    const mean = quarters[4]?.mean.government ?? 0;
    expect(line?.split(',').slice(4)).toEqual(
      [
        now,
        mean,
        now - mean,
        now - (rows[11]?.employment.government ?? 0),
        now - before,
        (100 * (now - before)) / before,
        year.reduce((sum, value) => sum + value, 0) / 12,
        Math.min(...year),
        Math.max(...year),
        (100 * now) / (rows[12]?.employment.nonfarm ?? 0),
        (100 * now) / before,
      ].map((value) => value.toFixed(3)),
    );
  });

  it('writes the same file in chunks of any size', async () => {
    const parts: ExportChunk[] = [];
    for await (const part of exportCsv(rows, { signal, quarters, chunkMonths: 50 })) parts.push(part);
    expect(parts.map(({ rowsDone }) => rowsDone)).toEqual([1100, 2200, 2640]);
    expect(unpack(parts)).toEqual(lines);
  });

  it('writes only the header for no rows', async () => {
    const parts: ExportChunk[] = [];
    for await (const part of exportCsv([], { signal, quarters: [] })) parts.push(part);
    expect(unpack(parts)).toEqual([lines[0]]);
  });

  it('stops before the next chunk', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const seen: number[] = [];
    const work = async (): Promise<void> => {
      for await (const { rowsDone } of exportCsv(rows, { signal: controller.signal, quarters })) {
        seen.push(rowsDone);
        if (seen.length === 3) controller.abort(reason);
      }
    };
    await expect(work()).rejects.toBe(reason);
    expect(seen).toEqual([132, 264, 396]);
  });
});
