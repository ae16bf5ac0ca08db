import type { Sector } from '../sectors.js';
import { sectorNames } from '../sectors.js';
import type { ChartPlan } from './chart-plan.js';
import { colors } from './chart-style.js';
import { labelledLines } from './labelled-lines.js';

const title = 'Manufacturing and construction';
const shown: readonly Sector[] = ['manufacturing', 'construction'];

/** The two large goods-producing sectors in millions of jobs, from zero. */
export const makersAndBuilders: ChartPlan = {
  id: 'manufacturing-and-construction',
  title,
  draw: (quarters) =>
    labelledLines(
      {
        title,
        subtitle: 'Quarterly mean employment, seasonally adjusted',
        yTitle: 'Million jobs',
        series: shown.map((sector) => sectorNames[sector]),
        colors: [colors.blue, colors.orange],
        zero: true,
      },
      quarters.flatMap(({ start, mean }) =>
        shown.map((sector) => ({ start, series: sectorNames[sector], value: mean[sector] / 1000 })),
      ),
    ),
};
