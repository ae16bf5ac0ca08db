import type { ChartPlan } from './chart-plan.js';
import { colors, framed, quarterPlaces } from './chart-style.js';

const title = 'Government jobs gained and lost';

/** Bars up and down: the mean monthly change of each quarter. */
export const governmentChange: ChartPlan = {
  id: 'government-change',
  title,
  draw: (quarters) => {
    const values = quarters.flatMap(({ quarter, monthlyChange: { government: change } }) =>
      change === null
        ? []
        : [{ quarter: quarter.replace('-', ' '), change, direction: change < 0 ? 'lost' : 'gained' }],
    );
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
