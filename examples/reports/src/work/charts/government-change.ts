import type { Quarter } from '../by-quarter.js';
import type { ChartPlan } from './chart-plan.js';
import { colors, framed, quarterPlaces } from './chart-style.js';
import { extremes, quarterName, signed } from './words.js';

const title = 'Government jobs gained and lost';

/** Bars up and down: the mean monthly change of each quarter. */
export const governmentChange: ChartPlan = {
  id: 'government-change',
  title,
  summarize: (quarters) => {
    const found = extremes(changesOf(quarters), ({ change }) => change);
    if (found === undefined) return 'No earlier month to compare with.';
    const [most, least] = [found.highest, found.lowest].map(({ quarter, change }) => `${signed(change)} (${quarter})`);
    return `Thousand jobs a month, mean of a quarter: highest ${most}, lowest ${least}.`;
  },
  draw: (quarters) => {
    const values = changesOf(quarters).map(({ quarter, change }) => ({
      quarter,
      change,
      direction: change < 0 ? 'lost' : 'gained',
    }));
    const census = values.some(({ quarter }) => quarter === '2010 Q2');
    return framed(
      { title, subtitle: `Mean change a month${census ? '; in 2010 the census hired and released many' : ''}` },
      {
        data: { values },
        encoding: { x: quarterPlaces },
        layer: [
          {
            mark: { type: 'bar' },
            encoding: {
              y: { field: 'change', type: 'quantitative', title: 'Thousand jobs a month' },
              color: {
                field: 'direction',
                type: 'nominal',
                scale: { domain: ['gained', 'lost'], range: [colors.blue, colors.orange] },
                legend: { orient: 'top-right', title: null },
              },
            },
          },
          { mark: { type: 'rule', color: colors.muted }, encoding: { y: { datum: 0, type: 'quantitative' } } },
        ],
      },
    );
  },
};

function changesOf(quarters: readonly Quarter[]): { quarter: string; change: number }[] {
  return quarters.flatMap((quarter) => {
    const change = quarter.monthlyChange.government;
    return change === null ? [] : [{ quarter: quarterName(quarter), change }];
  });
}
