import type { EmploymentRow } from './parse-row.js';
import type { Sector } from './sectors.js';

/** The columns derived for a month and a sector, in the order of the export. */
export const measureNames = [
  'employment',
  'quarter_mean',
  'off_quarter_mean',
  'month_change',
  'year_change',
  'year_change_percent',
  'rolling_12_month_mean',
  'rolling_12_month_low',
  'rolling_12_month_high',
  'share_of_nonfarm_percent',
  'index_first_month_100',
] as const;

/** `undefined` where the rows do not reach back far enough. Jobs are in thousands. */
export type Measures = Readonly<Record<(typeof measureNames)[number], number | undefined>>;

/** Derives all measures of one sector in one month from the rows up to that month. */
export function measuresOf(
  rows: readonly EmploymentRow[],
  index: number,
  sector: Sector,
  quarterMean: number | undefined,
): Measures {
  const jobsAt = (at: number): number | undefined => rows[at]?.employment[sector];
  const jobs = jobsAt(index);
  const year = index < 11 ? undefined : rows.slice(index - 11, index + 1).map((row) => row.employment[sector]);
  const yearChange = minus(jobs, jobsAt(index - 12));
  return {
    employment: jobs,
    quarter_mean: quarterMean,
    off_quarter_mean: minus(jobs, quarterMean),
    month_change: minus(jobs, jobsAt(index - 1)),
    year_change: yearChange,
    year_change_percent: percent(yearChange, jobsAt(index - 12)),
    rolling_12_month_mean: year && year.reduce((sum, value) => sum + value, 0) / year.length,
    rolling_12_month_low: year && Math.min(...year),
    rolling_12_month_high: year && Math.max(...year),
    share_of_nonfarm_percent: percent(jobs, rows[index]?.employment.nonfarm),
    index_first_month_100: percent(jobs, jobsAt(0)),
  };
}

function minus(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined || right === undefined ? undefined : left - right;
}

function percent(part: number | undefined, whole: number | undefined): number | undefined {
  return part === undefined || whole === undefined || whole === 0 ? undefined : (100 * part) / whole;
}
