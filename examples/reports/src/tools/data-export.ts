import { embedded, text } from '@mcpfusion/core';
import { f } from '../fusion.js';
import { byQuarter } from '../work/by-quarter.js';
import { exportCsv } from '../work/export-csv.js';
import { loadRows } from '../work/load-rows.js';

/** A plain async handler: progress and logs go through `ctx`, the cancel comes as `ctx.signal`. */
export default f
  .query('data.export')
  .describe('Export the employment data as gzip-compressed CSV, a line for each month and sector')
  .handle(async (_input, ctx) => {
    const { signal, log } = ctx;
    const rows = await loadRows({ signal, path: ctx.dataPath });
    const quarters = await byQuarter(rows, { signal });
    log.info('export started', { months: rows.length });
    if (rows.length > 0) log.warning('the first year lacks measures that look back a year', { months: 11 });

    const chunks: Uint8Array[] = [];
    let lines = 0;
    try {
      // Two years a step, many steps a second.
      for await (const { rowsDone, rowsTotal, chunk } of exportCsv(rows, { signal, quarters, chunkMonths: 24 })) {
        chunks.push(chunk);
        lines = rowsDone;
        ctx.progress({ progress: rowsDone, total: rowsTotal, message: `${rowsDone} of ${rowsTotal} lines` });
        log.debug('lines written', { lines });
      }
    } catch (error) {
      // The compressor has been freed by the loop.
      if (signal.aborted) log.notice('export stopped', { lines });
      throw error;
    }
    log.notice('export done', { lines });
    const file = Buffer.concat(chunks);
    return [
      text(`${lines} lines of CSV, ${file.byteLength} bytes compressed.`),
      embedded({ uri: 'report://data/us-employment.csv.gz', mimeType: 'application/gzip', blob: file }),
    ];
  });
