import type { TopLevelSpec } from 'vega-lite';
import type { Quarter } from '../by-quarter.js';

/** One chart of the report, before the data is known. */
export interface ChartPlan {
  /** Fit for a file name: `total-nonfarm`. */
  readonly id: string;
  readonly title: string;
  /** Describes the chart in Vega-Lite. Expects at least one quarter. */
  readonly draw: (quarters: readonly Quarter[]) => TopLevelSpec;
  /** The key numbers in a sentence or two, for readers that see no picture. Expects at least one quarter. */
  readonly summarize: (quarters: readonly Quarter[]) => string;
}
