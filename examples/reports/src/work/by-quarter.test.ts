import { beforeAll, describe, expect, it } from 'vitest';
import { byQuarter, type Quarter } from './by-quarter.js';
import { loadRows } from './load-rows.js';
import type { EmploymentRow } from './parse-row.js';
import { mainSectors, sectors } from './sectors.js';

const { signal } = new AbortController();
let rows: EmploymentRow[];
let quarters: Quarter[];

beforeAll(async () => {
  rows = await loadRows({ signal });
  quarters = await byQuarter(rows, { signal });
});

describe('byQuarter', () => {
  it('makes forty quarters of 120 months', () => {
    expect(quarters).toHaveLength(40);
    expect(quarters.every(({ months }) => months === 3)).toBe(true);
    expect(quarters[0]).toMatchObject({ quarter: '2006-Q1', start: '2006-01-01' });
    expect(quarters[11]).toMatchObject({ quarter: '2008-Q4', start: '2008-10-01' });
  });

  it('takes the mean of the months', () => {
    // From the file: 135450, 135762, 136059 for all jobs; 21847, 21878, 21903 for government.
    expect(quarters[0]?.mean.nonfarm).toBe((135450 + 135762 + 136059) / 3);
    expect(quarters[0]?.mean.government).toBe(21876);
  });

  it('takes the mean of the changes it knows: two in the first quarter, three after it', () => {
    expect(quarters[0]?.monthlyChange.nonfarm).toBeCloseTo((312 + 297) / 2, 9);
    const published = rows.slice(33, 36).reduce((sum, { nonfarmChange }) => sum + nonfarmChange, 0);
    expect(quarters[11]?.monthlyChange.nonfarm).toBeCloseTo(published / 3, 9);
  });

  it('keeps the sum of the sectors that do not overlap', () => {
    for (const { mean } of quarters) {
      const sum = mainSectors.reduce((total, sector) => total + mean[sector], 0);
      // The source rounds each sector to a thousand.
      expect(Math.abs(sum - mean.nonfarm)).toBeLessThan(3);
    }
  });

  it('says how many months a part of a quarter has', async () => {
    const parts = await byQuarter(rows.slice(2, 7), { signal });
    expect(parts.map(({ quarter, start, months }) => [quarter, start, months])).toEqual([
      ['2006-Q1', '2006-01-01', 1],
      ['2006-Q2', '2006-04-01', 3],
      ['2006-Q3', '2006-07-01', 1],
    ]);
    expect(sectors.every((sector) => parts[0]?.monthlyChange[sector] === null)).toBe(true);
    expect(parts[2]?.monthlyChange.nonfarm).toBe(
      (rows[6]?.employment.nonfarm ?? 0) - (rows[5]?.employment.nonfarm ?? 0),
    );
  });

  it('makes nothing of nothing', async () => {
    expect(await byQuarter([], { signal })).toEqual([]);
  });

  it('stops with the reason of the signal before the next quarter', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const seen: string[] = [];
    const work = byQuarter(rows, {
      signal: controller.signal,
      onQuarter: ({ quarter }) => {
        seen.push(quarter);
        if (quarter === '2006-Q3') controller.abort(reason);
      },
    });
    await expect(work).rejects.toBe(reason);
    expect(seen).toEqual(['2006-Q1', '2006-Q2', '2006-Q3']);
  });
});
