import type { Quarter } from '../by-quarter.js';
import type { ChartPlan } from './chart-plan.js';
import { colors, framed, quarterAxis } from './chart-style.js';
import { extremes, millions, quarterName } from './words.js';

// National Bureau of Economic Research: peak December 2007, trough June 2009.
// https://www.nber.org/research/data/us-business-cycle-expansions-and-contractions
const recession = { from: '2007-12-01', to: '2009-06-30' };
const title = 'Total nonfarm employment';

/** All jobs over the years as a line, with the recession shaded. */
export const totalNonfarm: ChartPlan = {
  id: 'total-nonfarm',
  title,
  summarize: (quarters) => {
    const found = extremes(quarters, ({ mean }) => mean.nonfarm);
    const [first, last, highest, lowest] = [quarters[0], quarters.at(-1), found?.highest, found?.lowest].map(levelAt);
    return `Million jobs: first ${first}, last ${last}, highest ${highest}, lowest ${lowest}.`;
  },
  draw: (quarters) => {
    const values = quarters.map(({ start, mean }) => ({ start, jobs: mean.nonfarm / 1000 }));
    const low = Math.floor(Math.min(...values.map(({ jobs }) => jobs)) - 1);
    const high = Math.ceil(Math.max(...values.map(({ jobs }) => jobs)) + 1);
    const first = values[0]?.start ?? '';
    const last = values.at(-1)?.start ?? '';
    const bands = [recession].filter(({ from, to }) => first <= from && to <= last);
    const y = {
      field: 'jobs',
      type: 'quantitative',
      title: 'Million jobs',
      scale: { domainMin: low, domainMax: high, zero: false },
    } as const;
    return framed(
      { title, subtitle: 'United States, quarterly mean, seasonally adjusted. Axis not from zero.' },
      {
        data: { values },
        layer: [
          {
            data: { values: bands },
            mark: { type: 'rect', color: colors.band },
            encoding: { x: { ...quarterAxis, field: 'from' }, x2: { field: 'to' } },
          },
          {
            data: { values: bands },
            mark: { type: 'text', align: 'left', dx: 8, fontSize: 13, color: colors.muted },
            encoding: { x: { ...quarterAxis, field: 'from' }, y: { value: 16 }, text: { value: 'Recession' } },
          },
          {
            mark: { type: 'line', color: colors.blue, strokeWidth: 2.5, interpolate: 'monotone' },
            encoding: { x: quarterAxis, y },
          },
          {
            mark: { type: 'point', color: colors.blue, filled: true, size: 30, opacity: 1 },
            encoding: { x: quarterAxis, y },
          },
        ],
      },
    );
  },
};

function levelAt(quarter: Quarter | undefined): string {
  return `${millions(quarter?.mean.nonfarm ?? 0)} (${quarterName(quarter)})`;
}
