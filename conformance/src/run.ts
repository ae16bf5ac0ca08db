// npm run conformance: the official suite against the fixture, once for each revision.
//
//   npm run conformance -- --scenario NAME --era 2026-07-28 --verbose
//
// Exits 1 on anything that conformance/expected-failures.json does not say, and when a scenario did not run.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compare, readExpectedFailures, strayEntries, type ExpectedFailures } from './expected-failures.js';
import { startFixture } from './fixture-process.js';
import { judge } from './judge.js';
import { detailsOf, everythingOf, failuresOf, summaryOf, tableOf, type EraReport } from './report.js';
import { eras, listScenarios, runSuite, scenarioCounts, type Era } from './suite.js';

interface Wanted {
  readonly eras: readonly Era[];
  readonly scenario: string | undefined;
  readonly isVerbose: boolean;
}

function readArguments(): Wanted {
  const { values } = parseArgs({
    options: { scenario: { type: 'string' }, era: { type: 'string' }, verbose: { type: 'boolean', default: false } },
  });
  const chosen = eras.filter((era) => values.era === undefined || values.era === era);
  if (chosen.length === 0) throw new Error(`Expected --era to be one of ${eras.join(', ')}, got ${values.era}.`);
  return { eras: chosen, scenario: values.scenario, isVerbose: values.verbose };
}

/** Undefined when the wanted scenario does not exist in this revision. */
async function runEra(
  url: string,
  era: Era,
  wanted: Wanted,
  expectations: ExpectedFailures,
): Promise<EraReport | undefined> {
  const listed = await listScenarios(era);
  const names = wanted.scenario === undefined ? listed : listed.filter((name) => name === wanted.scenario);
  if (names.length === 0) return undefined;
  const outputDir = await mkdtemp(join(tmpdir(), 'mcp-conformance-'));
  try {
    const { checksOf, output } = await runSuite({ url, era, scenario: wanted.scenario, outputDir });
    const verdicts = [...checksOf].map(([scenario, checks]) => judge(scenario, checks));
    const compared = compare(names, verdicts, expectations[era]);
    const problems = [...compared.problems, ...strayEntries(listed, expectations[era])];
    if (listed.length !== scenarioCounts[era])
      problems.push(`expected the suite to have ${scenarioCounts[era]} scenarios, got ${listed.length}`);
    if (verdicts.length !== names.length) console.log(output);
    const show = wanted.isVerbose ? everythingOf : wanted.scenario === undefined ? undefined : failuresOf;
    if (show)
      for (const verdict of verdicts) console.log([`== ${era} ${verdict.scenario}`, ...show(verdict)].join('\n'));
    return { ...compared, problems, era, total: names.length };
  } finally {
    await rm(outputDir, { recursive: true, force: true });
  }
}

async function main(): Promise<number> {
  const wanted = readArguments();
  const expectations = await readExpectedFailures();
  const fixture = await startFixture();
  const reports: EraReport[] = [];
  try {
    for (const era of wanted.eras) {
      const report = await runEra(fixture.url, era, wanted, expectations);
      if (report) reports.push(report);
    }
  } finally {
    await fixture.stop();
  }
  if (reports.length === 0)
    throw new Error(`Expected a scenario of ${wanted.eras.join(' or ')}, got ${wanted.scenario ?? 'none at all'}.`);
  for (const report of reports) {
    const details = detailsOf(report, expectations[report.era]);
    if (details !== '') console.log(`${report.era}\n${details}`);
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
