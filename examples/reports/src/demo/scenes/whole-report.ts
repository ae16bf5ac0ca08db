import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, http } from '@mcpfusion/client';
import { followCall } from '../followed-call.js';
import { bold, inWords, onlyLive } from '../line.js';
import { chartsOf, type ReceivedChart } from '../received-charts.js';
import { printOutcome, printTitle, type Stage } from '../stage.js';

/** A report from the first yield to the answer. Its charts are written to disk. */
export async function wholeReport(stage: Stage): Promise<ReceivedChart[]> {
  const { screen, url, outputFolder, expect } = stage;
  printTitle(screen, { number: 1, tool: 'report.quarterly', way: 'HTTP · 2026-07-28', what: 'every chart is a yield' });
  await using client = await connect(http({ url }), { era: '2026-07-28' });
  await client.setLogLevel('info');
  const call = followCall(screen);
  const startedAtMs = performance.now();
  const result = await client.callTool('report.quarterly', {}, call.options);
  const tookMs = performance.now() - startedAtMs;
  call.finish('done');

  const charts = chartsOf(result);
  expect(charts.length === 8, `report.quarterly to answer with 8 charts, got ${charts.length}`);
  expect(call.messages.length === 9, `a progress message for each chart, got ${call.messages.length}`);
  expect(call.logCount === 2, `two log messages, got ${call.logCount}`);
  await rm(outputFolder, { recursive: true, force: true });
  await mkdir(outputFolder);
  for (const { id, png, svg } of charts) {
    await writeFile(join(outputFolder, `${id}.png`), png);
    await writeFile(join(outputFolder, `${id}.svg`), svg);
  }
  printOutcome(screen, '8 charts, as PNG and SVG in ', bold('demo-output/'), onlyLive(`, after ${inWords(tookMs)}`));
  return charts;
}
