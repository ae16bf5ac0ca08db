import type { ChartPlan } from './chart-plan.js';
import { colors, framed, quarterAxis } from './chart-style.js';
import { millions, quarterName } from './words.js';

const title = 'Education and health against retail';

/** Two sectors of once similar size and the gap between them. */
export const healthAndRetail: ChartPlan = {
  id: 'health-and-retail',
  title,
  summarize: (quarters) => {
    const [first, last] = [quarters[0], quarters.at(-1)].map((quarter) => {
      const { education_and_health_services: health = 0, retail_trade: retail = 0 } = quarter?.mean ?? {};
      const gap = millions(health - retail);
      return `${quarterName(quarter)}: education and health ${millions(health)}, retail ${millions(retail)}, gap ${gap}`;
    });
    return `Million jobs in ${first}; in ${last}.`;
  },
  draw: (quarters) => {
    const values = quarters.map(({ start, mean }) => ({
      start,
      health: mean.education_and_health_services / 1000,
      retail: mean.retail_trade / 1000,
    }));
    const y = { type: 'quantitative', title: 'Million jobs', scale: { zero: false } } as const;
    const label = { type: 'text', align: 'right', fontSize: 14, dy: -20 } as const;
    const last = { values: values.slice(-1) };
    return framed(
      { title, subtitle: 'Quarterly mean employment; the shaded area is the gap. Axis not from zero.' },
      {
        data: { values },
        encoding: { x: quarterAxis },
        layer: [
          {
            mark: { type: 'area', color: colors.green, opacity: 0.14 },
            encoding: { y: { ...y, field: 'health' }, y2: { field: 'retail' } },
          },
          {
            mark: { type: 'line', color: colors.green, strokeWidth: 2.5 },
            encoding: { y: { ...y, field: 'health' } },
          },
          {
            mark: { type: 'line', color: colors.red, strokeWidth: 2.5 },
            encoding: { y: { ...y, field: 'retail' } },
          },
          {
            data: last,
            mark: { ...label, color: colors.green },
            encoding: { y: { ...y, field: 'health' }, text: { value: 'Education and health' } },
          },
          {
            data: last,
            mark: { ...label, color: colors.red },
            encoding: { y: { ...y, field: 'retail' }, text: { value: 'Retail trade' } },
          },
        ],
      },
    );
  },
};
