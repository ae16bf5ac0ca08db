import type { Quarter } from '../by-quarter.js';
import { sectorNames, type Sector } from '../sectors.js';
import type { ChartPlan } from './chart-plan.js';
import { framed, quarterAxis, sevenColors } from './chart-style.js';
import { quarterName, signed } from './words.js';

const title = 'Shares of all nonfarm jobs';

/** Groups that do not overlap and together are all nonfarm jobs. */
const groups: readonly { readonly name: string; readonly members: readonly Sector[] }[] = [
  { name: sectorNames.goods_producing, members: ['goods_producing'] },
  { name: sectorNames.trade_transportation_utilties, members: ['trade_transportation_utilties'] },
  { name: sectorNames.professional_and_business_services, members: ['professional_and_business_services'] },
  { name: sectorNames.education_and_health_services, members: ['education_and_health_services'] },
  { name: sectorNames.leisure_and_hospitality, members: ['leisure_and_hospitality'] },
  { name: 'Finance, information, other', members: ['financial_activities', 'information', 'other_services'] },
  { name: sectorNames.government, members: ['government'] },
];

/** A stack of seven groups, always 100 per cent high. */
export const sectorShares: ChartPlan = {
  id: 'sector-shares',
  title,
  summarize: (quarters) => {
    const [first, last] = [quarters[0], quarters.at(-1)];
    const shares = groups.map(({ name, members }) => {
      const share = 100 * shareOf(last, members);
      return `${name} ${share.toFixed(1)} (${signed(share - 100 * shareOf(first, members))})`;
    });
    return `Per cent in ${quarterName(last)} (points since ${quarterName(first)}): ${shares.join('; ')}.`;
  },
  draw: (quarters) => {
    const names = groups.map(({ name }) => name);
    const values = quarters.flatMap((quarter) =>
      groups.map(({ name, members }, order) => ({
        start: quarter.start,
        group: name,
        order,
        share: shareOf(quarter, members),
      })),
    );
    return framed(
      { title, subtitle: 'Quarterly mean employment; the groups do not overlap', height: 480 },
      {
        data: { values },
        layer: [
          {
            mark: { type: 'area', stroke: 'white', strokeWidth: 1 },
            encoding: {
              x: quarterAxis,
              y: {
                field: 'share',
                type: 'quantitative',
                stack: 'zero',
                title: 'Share of jobs',
                axis: { format: '.0%' },
                scale: { domain: [0, 1] },
              },
              order: { field: 'order', type: 'quantitative', sort: 'descending' },
              color: {
                field: 'group',
                type: 'nominal',
                title: null,
                scale: { domain: names, range: sevenColors },
                legend: { labelLimit: 260, symbolType: 'square', symbolSize: 140, rowPadding: 8 },
              },
            },
          },
        ],
      },
    );
  },
};

function shareOf(quarter: Quarter | undefined, members: readonly Sector[]): number {
  if (quarter === undefined) return 0;
  return members.reduce((sum, member) => sum + quarter.mean[member], 0) / quarter.mean.nonfarm;
}
