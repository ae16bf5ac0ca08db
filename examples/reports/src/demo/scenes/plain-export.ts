import { gunzipSync } from 'node:zlib';
import { connect, type Transport } from '@mcpfusion/client';
import { followCall } from '../followed-call.js';
import { inWords, onlyLive } from '../line.js';
import { printOutcome, printTitle, type Stage } from '../stage.js';

/** A handler that is no generator, in a process of its own, with every log level that it uses. */
export async function plainExport({ screen, expect }: Stage, server: Transport): Promise<void> {
  printTitle(screen, { number: 3, tool: 'data.export', way: 'stdio · 2026-07-28', what: 'a plain async handler' });
  await using client = await connect(server, { era: '2026-07-28' });
  await client.setLogLevel('debug');
  const call = followCall(screen);
  const startedAtMs = performance.now();
  const result = await client.callTool('data.export', {}, call.options);
  const tookMs = performance.now() - startedAtMs;
  call.finish('done');

  const file = result.content[1]?.['resource'] as { readonly blob: string } | undefined;
  const csv = gunzipSync(Buffer.from(file?.blob ?? '', 'base64')).toString();
  const lines = csv.trimEnd().split('\n').length - 1;
  expect(lines === 2_640, `2640 lines of CSV, got ${lines}`);
  expect(call.logCount === 8, `eight log messages, got ${call.logCount}`);
  expect(call.messages.length === 5, `five progress messages, got ${call.messages.length}`);
  printOutcome(screen, `${lines} lines of CSV in one gzip`, onlyLive(`, after ${inWords(tookMs)}`));
}
