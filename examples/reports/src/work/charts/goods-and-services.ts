import type { Sector } from '../sectors.js';
import { sectorNames } from '../sectors.js';
import type { ChartPlan } from './chart-plan.js';
import { colors } from './chart-style.js';
import { labelledLines } from './labelled-lines.js';
import { quarterName } from './words.js';

const title = 'Goods and services since the first quarter';
const shown: readonly Sector[] = ['goods_producing', 'service_providing'];

/** Goods-producing and service-providing jobs, both set to 100 in the first quarter. */
export const goodsAndServices: ChartPlan = {
  id: 'goods-and-services',
  title,
  summarize: (quarters) => {
    const [first, last] = [quarters[0], quarters.at(-1)];
    const indexed = shown.map(
      (sector) =>
        `${sectorNames[sector]} ${((100 * (last?.mean[sector] ?? 0)) / (first?.mean[sector] ?? 1)).toFixed(1)}`,
    );
    return `In ${quarterName(last)}, with ${quarterName(first)} = 100: ${indexed.join(', ')}.`;
  },
  draw: (quarters) =>
    labelledLines(
      {
        title,
        subtitle: `Employment by quarter, ${quarters[0]?.quarter.replace('-', ' ')} = 100`,
        yTitle: 'Index',
        series: shown.map((sector) => sectorNames[sector]),
        colors: [colors.orange, colors.blue],
        zero: false,
      },
      quarters.flatMap(({ start, mean }) =>
        shown.map((sector) => ({
          start,
          series: sectorNames[sector],
          value: (100 * mean[sector]) / (quarters[0]?.mean[sector] ?? 1),
        })),
      ),
    ),
};
