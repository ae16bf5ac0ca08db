import { progress } from '@mcpfusion/core';
import { f } from '../fusion.js';
import { loadRows } from '../work/load-rows.js';
import { mapYields } from '../work/map-yields.js';
import { reindex } from '../work/reindex.js';

/** A mutation, so two at once run one behind the other. */
export default f
  .mutation('data.reindex')
  .describe('Build the index of the employment data anew')
  .annotations({ idempotentHint: true })
  .handle(async function* (_input, ctx) {
    const rows = await loadRows({ signal: ctx.signal, path: ctx.dataPath });
    const steps = reindex(rows, { signal: ctx.signal, folder: ctx.indexFolder });
    const { bytes, entries } = yield* mapYields(steps, ({ done, total: all, what }) =>
      progress({ progress: done, total: all, message: what }),
    );
    ctx.log.info('index replaced', { entries });
    return `The index has ${entries} entries in ${bytes} bytes.`;
  });
