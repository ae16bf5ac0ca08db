import type { TopLevelSpec } from 'vega-lite';
import type { Quarter } from '../by-quarter.js';

/** One chart of the report, before the data is known. */
export interface ChartPlan {
  /** Fit for a file name: `total-nonfarm`. */
  readonly id: string;
  readonly title: string;
  /** Describes the chart in Vega-Lite. Expects at least one quarter. */
  readonly draw: (quarters: readonly Quarter[]) => TopLevelSpec;
}
