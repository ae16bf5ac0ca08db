import { mainSectors, sectorNames } from '../sectors.js';
import type { ChartPlan } from './chart-plan.js';
import { framed, quarterPlaces } from './chart-style.js';

const title = 'Quarter-on-quarter change by sector';

/** A cell for each sector and quarter, coloured by the change against the quarter before. */
export const quarterlyHeat: ChartPlan = {
  id: 'quarterly-heat',
  title,
  draw: (quarters) => {
    const values = quarters.flatMap((quarter, index) => {
      const before = quarters[index - 1];
      if (before === undefined) return [];
      return mainSectors.map((sector) => ({
        quarter: quarter.quarter.replace('-', ' '),
        sector: sectorNames[sector],
        change: (quarter.mean[sector] / before.mean[sector] - 1) * 100,
      }));
    });
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
