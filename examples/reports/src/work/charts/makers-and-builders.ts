import type { Sector } from '../sectors.js';
import { sectorNames } from '../sectors.js';
import type { ChartPlan } from './chart-plan.js';
import { colors } from './chart-style.js';
import { labelledLines } from './labelled-lines.js';
import { millions, quarterName } from './words.js';

const title = 'Manufacturing and construction';
const shown: readonly Sector[] = ['manufacturing', 'construction'];

/** The two large goods-producing sectors in millions of jobs, from zero. */
export const makersAndBuilders: ChartPlan = {
  id: 'manufacturing-and-construction',
  title,
  summarize: (quarters) => {
    const [first, last] = [quarters[0], quarters.at(-1)];
    const spans = shown.map(
      (sector) =>
        `${sectorNames[sector]} ${millions(first?.mean[sector] ?? 0)} to ${millions(last?.mean[sector] ?? 0)}`,
    );
    return `Million jobs from ${quarterName(first)} to ${quarterName(last)}: ${spans.join(', ')}.`;
  },
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
