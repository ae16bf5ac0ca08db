import { rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { http, stdio, type Transport } from '@mcpfusion/client';
import { serveHttp } from '@mcpfusion/core/node';
import { createReportServer } from '../server.js';
import { exampleOnHttp, exampleOnStdio } from './example-process.js';
import { bold, colored, dim, inWords, onlyLive } from './line.js';
import { writePicture } from './picture.js';
import { askedRefund } from './scenes/asked-refund.js';
import { cancelledReport } from './scenes/cancelled-report.js';
import { connectedAccount } from './scenes/connected-account.js';
import { contractSnippet } from './scenes/contract-snippet.js';
import { movedProvision } from './scenes/moved-provision.js';
import { plainExport } from './scenes/plain-export.js';
import { twoMutations } from './scenes/two-mutations.js';
import { wholeReport } from './scenes/whole-report.js';
import { openTerminal, type Screen } from './screen.js';
import { ServerWatch } from './server-watch.js';
import type { Stage } from './stage.js';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));

/** Longer than any run; what hangs must not hang for ever. */
const watchdogMs = 60_000;

const screen = openTerminal();
const watchdog = setTimeout(() => {
  screen.close();
  console.error(`The demo did not end within ${watchdogMs / 1_000} s.`);
  process.exit(1);
}, watchdogMs);
process.once('SIGINT', () => {
  screen.close();
  process.exit(130);
});
try {
  const failures = await perform(screen);
  for (const failure of failures) screen.print(colored('red', '  ✗ '), `expected ${failure}`);
  if (failures.length === 0) await writePicture(fromRoot('docs/demo.svg'), screen.lines);
  process.exitCode = failures.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  clearTimeout(watchdog);
  screen.close();
}

/** All scenes, on five servers over HTTP and three over stdio. Gives what was expected and did not come. */
async function perform(terminal: Screen): Promise<string[]> {
  const startedAtMs = performance.now();
  const failures: string[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'mcpfusion-demo-'));
  const [indexFolder, scratchFolder] = [join(folder, 'index'), join(folder, 'scratch')];
  await mkdir(scratchFolder);
  // On every way out, Ctrl-C included.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const watch = new ServerWatch();
  const server = await createReportServer({ indexFolder, scratchFolder, ...watch.options });
  const listener = await serveHttp(server, { port: 0 });
  const stage: Stage = {
    screen: terminal,
    server,
    watch,
    url: listener.url,
    indexFolder,
    scratchFolder,
    outputFolder: fromRoot('demo-output'),
    expect: (isSo, what) => void (isSo || failures.push(what)),
  };
  try {
    terminal.print(bold('A report server, called in both protocol revisions over both transports'));
    const charts = await wholeReport(stage);
    await cancelledReport(stage);
    await plainExport(stage, reportProcess());
    await contractSnippet(stage, reportProcess(), charts);
    await twoMutations(stage);
    await refunds(stage);
    await longWaits(stage);
  } finally {
    await listener.close({ drainMs: 1_000 });
  }
  terminal.print();
  const tookMs = performance.now() - startedAtMs;
  if (failures.length === 0) {
    const took = { ...onlyLive(` · ${inWords(tookMs)}`), color: 'grey' } as const;
    terminal.print(colored('green', 'All as expected'), dim(' · one call was cancelled, nine asked their user'), took);
  }
  return failures;
}

/** One handler that asks its user, in both revisions. */
async function refunds(stage: Stage): Promise<void> {
  stage.screen.print();
  stage.screen.print(bold('A billing server, whose refunds ask before anything is done'));
  await askedRefund(stage, {
    number: 6,
    way: 'stdio · 2026-07-28',
    what: 'the question is the result',
    era: '2026-07-28',
    transport: exampleOnStdio('billing'),
    wire: ['tools/call', 'input_required', 'tools/call', 'result'],
  });
  await using billing = await exampleOnHttp('billing');
  await askedRefund(stage, {
    number: 7,
    way: 'HTTP · 2025-11-25',
    what: 'the call waits for its answer',
    era: '2025-11-25',
    transport: http({ url: billing.url }),
    wire: ['tools/call', 'elicitation/create', 'its answer', 'result'],
  });
}

/** Generators that wait for a person: on another process, and for a page. */
async function longWaits(stage: Stage): Promise<void> {
  stage.screen.print();
  stage.screen.print(bold('Generators that ask: a call outlives its process, and waits for a visit to a page'));
  await movedProvision(stage, 8);
  await using page = await exampleOnHttp('connect');
  await connectedAccount(stage, page, { number: 9, what: 'waits until the visit is over', era: '2025-11-25' });
  await connectedAccount(stage, page, { number: 10, what: 'comes again when it is over', era: '2026-07-28' });
}

/** A server of its own, in a child process. */
function reportProcess(): Transport {
  return stdio({ command: process.execPath, args: [fileURLToPath(new URL('../main-stdio.js', import.meta.url))] });
}
