import type { ContentBlock } from '@mcpfusion/core';
import { byQuarter } from '../work/by-quarter.js';
import { loadRows as loadTable } from '../work/load-rows.js';
import type { EmploymentRow } from '../work/parse-row.js';
import { renderCharts as drawCharts } from '../work/render-charts.js';
import { chartContent } from './chart-content.js';

// Both steps run to their end: a call that is cancelled meanwhile is answered at once, and its handler leaves at the
// next yield. report.quarterly hands ctx.signal down and stops within a chart.
const { signal } = new AbortController();

/** The whole table; this report has no choices. */
export async function loadRows(_input: object): Promise<EmploymentRow[]> {
  return loadTable({ signal });
}

/** Gathers the months into quarters and draws all charts of the report, as content. */
export async function renderCharts(rows: readonly EmploymentRow[]): Promise<ContentBlock[]> {
  const charts = await drawCharts(await byQuarter(rows, { signal }), { signal });
  return charts.flatMap(chartContent);
}
