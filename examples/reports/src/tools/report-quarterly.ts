import { FusionError, progress } from '@mcpfusion/core';
import { f } from '../fusion.js';
import { chartContent } from '../report/chart-content.js';
import { openWorkspace } from '../report/workspace.js';
import { byQuarter } from '../work/by-quarter.js';
import { chartPlans } from '../work/charts/chart-plans.js';
import { loadRows } from '../work/load-rows.js';
import { renderChartsOneByOne } from '../work/render-charts.js';

const total = chartPlans.length;
/** Percent: the rows are the first ten, the answer the last ten. */
const percentAt = (chartsDone: number): number => 10 + (80 * chartsDone) / total;

/** Stops within one chart of a cancel: the signal goes all the way down, and every chart is a yield. */
export default f
  .action('report.quarterly')
  .describe('Build the quarterly report chart by chart, from a year of your choice on')
  .withInteger('firstYear', 'The report begins here', { min: 2006, max: 2015, default: 2006 })
  .handle(async function* ({ firstYear }, ctx) {
    const { signal, log } = ctx;
    const rows = await loadRows({ signal, path: ctx.dataPath });
    const quarters = await byQuarter(
      rows.filter(({ month }) => Number(month.slice(0, 4)) >= firstYear),
      { signal },
    );
    if (quarters.length === 0) throw new FusionError('NO_DATA', `The table has no months from ${firstYear} on.`);
    log.info('rows loaded', { months: rows.length, quarters: quarters.length });

    const workspace = await openWorkspace(ctx.scratchFolder);
    try {
      yield progress(percentAt(0), `rendering 1 of ${total}`);
      for await (const chart of renderChartsOneByOne(quarters, { signal })) {
        await workspace.keep(chart);
        log.debug('chart rendered', { chart: chart.id });
        const done = chart.index + 1;
        yield progress(percentAt(done), done < total ? `rendering ${done + 1} of ${total}` : 'charts rendered');
      }
      return (await workspace.readAll()).flatMap(chartContent);
    } finally {
      // Runs on every way out: answer, error, cancel.
      const charts = workspace.size;
      await workspace.remove();
      log.info('workspace removed', { charts });
    }
  });
