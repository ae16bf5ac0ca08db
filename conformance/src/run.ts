// npm run conformance: the official suite against the fixture and against our client, once for each revision.
//
//   npm run conformance -- --side client --scenario NAME --era 2026-07-28 --verbose
//
// Exits 1 on anything that the files of expected failures do not say, and when a scenario did not run.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { clientScenarioCounts, isInScope, listClientScenarios, runClientScenario } from './client/client-suite.js';
import {
  compare,
  readExpectedFailures,
  strayEntries,
  type ExpectedFailure,
  type ExpectedFailures,
} from './expected-failures.js';
import { startFixture } from './fixture-process.js';
import { judge, type Check } from './judge.js';
import { detailsOf, everythingOf, failuresOf, summaryOf, tableOf, type EraReport } from './report.js';
import { eras, listScenarios, runSuite, scenarioCounts, type Era, type Side } from './suite.js';

interface Wanted {
  readonly sides: readonly Side[];
  readonly eras: readonly Era[];
  readonly scenario: string | undefined;
  readonly isVerbose: boolean;
}

/** One side in one revision. Undefined when the wanted scenario does not exist there. */
type RunLeg = (era: Era, wanted: Wanted) => Promise<EraReport | undefined>;

function readArguments(): Wanted {
  const { values } = parseArgs({
    options: {
      side: { type: 'string' },
      scenario: { type: 'string' },
      era: { type: 'string' },
      verbose: { type: 'boolean', default: false },
    },
  });
  return {
    sides: chosen('--side', ['server', 'client'], values.side),
    eras: chosen('--era', eras, values.era),
    scenario: values.scenario,
    isVerbose: values.verbose,
  };
}

function chosen<TName extends string>(option: string, all: readonly TName[], given: string | undefined): TName[] {
  const found = all.filter((name) => given === undefined || given === name);
  if (found.length === 0) throw new Error(`Expected ${option} to be one of ${all.join(', ')}, got ${given}.`);
  return found;
}

interface Ran {
  readonly side: Side;
  readonly era: Era;
  /** All that the suite has, and how many that should be. */
  readonly listed: readonly string[];
  readonly count: number;
  /** Those that were to be run. */
  readonly names: readonly string[];
  readonly checksOf: ReadonlyMap<string, readonly Check[]>;
  readonly expectations: Readonly<Record<string, ExpectedFailure>>;
}

function reportOf(ran: Ran, wanted: Wanted): EraReport {
  const { side, era, listed, count, names, checksOf, expectations } = ran;
  const verdicts = [...checksOf].map(([scenario, checks]) => judge(scenario, checks));
  const compared = compare(names, verdicts, expectations);
  const problems = [...compared.problems, ...strayEntries(listed, expectations)];
  if (listed.length !== count) problems.push(`expected the suite to have ${count} scenarios, got ${listed.length}`);
  const show = wanted.isVerbose ? everythingOf : wanted.scenario === undefined ? undefined : failuresOf;
  if (show)
    for (const verdict of verdicts) console.log([`== ${era} ${side} ${verdict.scenario}`, ...show(verdict)].join('\n'));
  return { ...compared, problems, side, era, total: names.length };
}

const wantedOf = (listed: readonly string[], { scenario }: Wanted): readonly string[] =>
  scenario === undefined ? listed : listed.filter((name) => name === scenario);

const runServer =
  (url: string, expected: ExpectedFailures): RunLeg =>
  async (era, wanted) => {
    const listed = await listScenarios(era);
    const names = wantedOf(listed, wanted);
    if (names.length === 0) return undefined;
    const outputDir = await mkdtemp(join(tmpdir(), 'mcp-conformance-'));
    try {
      const { checksOf, output } = await runSuite({ url, era, scenario: wanted.scenario, outputDir });
      if (checksOf.size !== names.length) console.log(output);
      const count = scenarioCounts[era];
      return reportOf({ side: 'server', era, listed, count, names, checksOf, expectations: expected[era] }, wanted);
    } finally {
      await rm(outputDir, { recursive: true, force: true });
    }
  };

/** One scenario at a time: the suite itself would start all at once, and take late ones for failures. */
const runClient =
  (expected: ExpectedFailures): RunLeg =>
  async (era, wanted) => {
    const listed = await listClientScenarios(era);
    const names = wantedOf(listed.filter(isInScope), wanted);
    if (names.length === 0) return undefined;
    const checksOf = new Map<string, readonly Check[]>();
    for (const name of names) {
      const checks = await runClientScenario(era, name);
      if (checks) checksOf.set(name, checks);
    }
    const count = clientScenarioCounts[era];
    return reportOf({ side: 'client', era, listed, count, names, checksOf, expectations: expected[era] }, wanted);
  };

async function main(): Promise<number> {
  const wanted = readArguments();
  const expected = { server: await readExpectedFailures('server'), client: await readExpectedFailures('client') };
  const reports: EraReport[] = [];
  const runAll = async (leg: RunLeg): Promise<void> => {
    for (const era of wanted.eras) {
      const report = await leg(era, wanted);
      if (report) reports.push(report);
    }
  };
  if (wanted.sides.includes('server')) {
    const fixture = await startFixture();
    try {
      await runAll(runServer(fixture.url, expected.server));
    } finally {
      await fixture.stop();
    }
  }
  if (wanted.sides.includes('client')) await runAll(runClient(expected.client));
  if (reports.length === 0)
    throw new Error(`Expected a scenario of ${wanted.eras.join(' or ')}, got ${wanted.scenario ?? 'none at all'}.`);
  for (const report of reports) {
    const details = detailsOf(report, expected[report.side][report.era]);
    if (details !== '') console.log(`${report.era} ${report.side}\n${details}`);
  }
  console.log(`\n${tableOf(reports)}\n\n${summaryOf(reports)}`);
  return reports.some(({ problems }) => problems.length > 0) ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
