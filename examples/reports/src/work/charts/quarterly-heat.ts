import type { Quarter } from '../by-quarter.js';
import { mainSectors, sectorNames } from '../sectors.js';
import type { ChartPlan } from './chart-plan.js';
import { framed, quarterPlaces } from './chart-style.js';
import { extremes, quarterName, signed } from './words.js';

const title = 'Quarter-on-quarter change by sector';

/** A cell for each sector and quarter, coloured by the change against the quarter before. */
export const quarterlyHeat: ChartPlan = {
  id: 'quarterly-heat',
  title,
  summarize: (quarters) => {
    const found = extremes(cellsOf(quarters), ({ change }) => change);
    if (found === undefined) return 'No earlier quarter to compare with.';
    const [rise, fall] = [found.highest, found.lowest].map(
      ({ sector, quarter, change }) => `${sector} ${signed(change)} (${quarter})`,
    );
    return `Per cent against the quarter before: highest ${rise}, lowest ${fall}.`;
  },
  draw: (quarters) => {
    const values = cellsOf(quarters);
    return framed(
      { title, subtitle: 'Per cent against the quarter before. Changes beyond ±3 have the colour of ±3.', height: 460 },
      {
        data: { values },
        layer: [
          {
            mark: { type: 'rect', stroke: 'white', strokeWidth: 1 },
            encoding: {
              x: quarterPlaces,
              y: {
                field: 'sector',
                type: 'nominal',
                sort: null,
                title: 'Sector',
                axis: { labelLimit: 260, ticks: false, domain: false },
              },
              color: {
                field: 'change',
                type: 'quantitative',
                title: 'Per cent',
                scale: { scheme: 'redblue', domain: [-3, 3], domainMid: 0, clamp: true },
                legend: { gradientLength: 260 },
              },
            },
          },
        ],
      },
    );
  },
};

function cellsOf(quarters: readonly Quarter[]): { quarter: string; sector: string; change: number }[] {
  return quarters.flatMap((quarter, index) => {
    const before = quarters[index - 1];
    if (before === undefined) return [];
    return mainSectors.map((sector) => ({
      quarter: quarterName(quarter),
      sector: sectorNames[sector],
      change: (quarter.mean[sector] / before.mean[sector] - 1) * 100,
    }));
  });
}
