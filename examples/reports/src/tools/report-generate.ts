// The tool as the front page of the framework shows it, ctx and all. A test holds it to the letter.
/* oxlint-disable no-unused-vars */
import { progress } from '@mcpfusion/core';
import { f } from '../fusion.js';
import { loadRows, renderCharts } from '../report/whole-report.js';

// oxfmt-ignore
export default f.action('report.generate')
  .describe('Build the quarterly report')
  .handle(async function* (input, ctx) {
    const rows = await loadRows(input);
    yield progress(30, 'rows loaded');
    const charts = await renderCharts(rows);
    yield progress(90, 'charts rendered');
    return charts;                       // THIS is the tool response
  });
