import { connect, type Transport } from '@mcpfusion/client';
import { followCall } from '../followed-call.js';
import { inWords, onlyLive } from '../line.js';
import { chartsOf, type ReceivedChart } from '../received-charts.js';
import { printOutcome, printTitle, type Stage } from '../stage.js';

/** The handler with two yields, in a process of its own: the same charts as over HTTP. */
export async function contractSnippet(
  { screen, expect }: Stage,
  server: Transport,
  known: readonly ReceivedChart[],
): Promise<void> {
  printTitle(screen, {
    number: 4,
    tool: 'report.generate',
    way: 'stdio · 2025-11-25',
    what: 'two yields and an answer',
  });
  await using client = await connect(server, { era: '2025-11-25' });
  const call = followCall(screen);
  const startedAtMs = performance.now();
  const result = await client.callTool('report.generate', {}, call.options);
  const tookMs = performance.now() - startedAtMs;
  call.finish('done');

  const charts = chartsOf(result);
  const same = charts.filter(({ png }, index) => known[index]?.png.equals(png));
  expect(same.length === 8, `the same 8 pictures as over HTTP, got ${same.length} of ${charts.length}`);
  expect(call.messages.join() === 'rows loaded,charts rendered', `its two messages, got ${call.messages.join()}`);
  printOutcome(screen, `the same ${same.length} pictures, byte for byte`, onlyLive(`, after ${inWords(tookMs)}`));
}
