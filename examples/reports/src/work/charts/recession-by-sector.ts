import type { Quarter } from '../by-quarter.js';
import { mainSectors, sectorNames } from '../sectors.js';
import type { ChartPlan } from './chart-plan.js';
import { colors, framed } from './chart-style.js';
import { quarterName, signed } from './words.js';

const title = 'The deepest fall in jobs, by sector';

/** Change of each sector from the peak of all jobs to the trough after it, as bars sorted by size. */
export const recessionBySector: ChartPlan = {
  id: 'recession-by-sector',
  title,
  summarize: (quarters) => {
    const [peak, trough] = deepestFall(quarters);
    const changes = changesOf(peak, trough).map(({ sector, change }) => `${sector} ${signed(change)}`);
    return `Per cent from ${quarterName(peak)} to ${quarterName(trough)}: ${changes.join(', ')}.`;
  },
  draw: (quarters) => {
    const [peak, trough] = deepestFall(quarters);
    const values = changesOf(peak, trough).map(({ sector, change }) => ({
      sector,
      change,
      direction: change < 0 ? 'down' : 'up',
    }));
    const sorted = values.map(({ sector }) => sector);
    const x = {
      field: 'change',
      type: 'quantitative',
      title: 'Change in employment, per cent',
      axis: { tickCount: 8 },
    } as const;
    const text = { field: 'change', type: 'quantitative', format: '+.1f' } as const;
    const span = [peak, trough].map(quarterName).join(' to ');
    const scale = { padding: 40 };
    return framed(
      { title, subtitle: `From the peak of total employment to its trough: ${span}`, height: 480 },
      {
        data: { values },
        encoding: {
          y: {
            field: 'sector',
            type: 'nominal',
            sort: sorted,
            title: 'Sector',
            axis: { labelLimit: 260, domain: false, ticks: false },
          },
        },
        layer: [
          {
            mark: { type: 'bar', height: { band: 0.72 } },
            encoding: {
              x: { ...x, scale },
              color: {
                field: 'direction',
                type: 'nominal',
                scale: { domain: ['down', 'up'], range: [colors.orange, colors.blue] },
                legend: null,
              },
            },
          },
          {
            transform: [{ filter: 'datum.change < 0' }],
            mark: { type: 'text', align: 'right', dx: -6, fontSize: 12, color: colors.text },
            encoding: { x, text },
          },
          {
            transform: [{ filter: 'datum.change >= 0' }],
            mark: { type: 'text', align: 'left', dx: 6, fontSize: 12, color: colors.text },
            encoding: { x, text },
          },
        ],
      },
    );
  },
};

/** Per cent, the deepest fall first. */
function changesOf(peak: Quarter | undefined, trough: Quarter | undefined): { sector: string; change: number }[] {
  return mainSectors
    .map((sector) => ({
      sector: sectorNames[sector],
      change: ((trough?.mean[sector] ?? 0) / (peak?.mean[sector] ?? 1) - 1) * 100,
    }))
    .toSorted((left, right) => left.change - right.change);
}

/** The two quarters between which total employment fell the most. */
function deepestFall(quarters: readonly Quarter[]): [Quarter | undefined, Quarter | undefined] {
  let peak = quarters[0];
  let deepest: [Quarter | undefined, Quarter | undefined] = [peak, peak];
  for (const quarter of quarters) {
    if (jobs(quarter) > jobs(peak)) peak = quarter;
    if (jobs(peak) - jobs(quarter) > jobs(deepest[0]) - jobs(deepest[1])) deepest = [peak, quarter];
  }
  return deepest;
}

function jobs(quarter: Quarter | undefined): number {
  return quarter?.mean.nonfarm ?? 0;
}
