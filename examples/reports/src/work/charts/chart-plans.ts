import type { ChartPlan } from './chart-plan.js';
import { goodsAndServices } from './goods-and-services.js';
import { governmentChange } from './government-change.js';
import { healthAndRetail } from './health-and-retail.js';
import { makersAndBuilders } from './makers-and-builders.js';
import { quarterlyHeat } from './quarterly-heat.js';
import { recessionBySector } from './recession-by-sector.js';
import { sectorShares } from './sector-shares.js';
import { totalNonfarm } from './total-nonfarm.js';

/** The eight charts of the report, in the order in which they are drawn. */
export const chartPlans: readonly ChartPlan[] = [
  totalNonfarm,
  goodsAndServices,
  recessionBySector,
  makersAndBuilders,
  governmentChange,
  quarterlyHeat,
  sectorShares,
  healthAndRetail,
];
