import type { Comparison, ExpectedFailure } from './expected-failures.js';
import { isBad, reasonOf, remarksOf, type Check, type Verdict } from './judge.js';
import type { Era, Side } from './suite.js';

/** One side's results in one revision, ready to print. */
export interface EraReport extends Comparison {
  readonly side: Side;
  readonly era: Era;
  readonly total: number;
}

/**
 *     revision           passed  expected to fail  unexpected
 *     2025-11-25 server   16/33                17           0
 */
export function tableOf(reports: readonly EraReport[]): string {
  const rows = reports.map(({ side, era, total, passed, expected, problems }) => [
    `${era} ${side}`,
    `${passed.length}/${total}`,
    String(expected.length),
    String(problems.length),
  ]);
  const all = [['revision', 'passed', 'expected to fail', 'unexpected'], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  return all.map((row) => row.map((cell, at) => pad(cell, widths[at] ?? 0, at)).join('  ')).join('\n');
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}

/** What a revision's run has to say beside its numbers. */
export function detailsOf(report: EraReport, expectations: Readonly<Record<string, ExpectedFailure>>): string {
  const byReason = new Map<string, string[]>();
  for (const { scenario } of report.expected) {
    const reason = expectations[scenario]?.reason ?? '';
    byReason.set(reason, [...(byReason.get(reason) ?? []), scenario]);
  }
  return [
    ...[...byReason].map(([reason, names]) => `  expected to fail: ${names.join(', ')}\n    ${reason}`),
    ...report.passed.flatMap((verdict) => remarksOf(verdict).map((check) => `  ${lineOf(verdict, check)}`)),
    ...report.problems.map((problem) => `  UNEXPECTED ${problem}`),
    ...report.unexpected.flatMap((verdict) => failuresOf(verdict).map((line) => `    ${line}`)),
  ].join('\n');
}

/** The checks of a scenario that failed, with what the suite says of them. */
export function failuresOf(verdict: Verdict): string[] {
  return verdict.checks.filter(isBad).map((check) => lineOf(verdict, check));
}

/** All checks of a scenario, with their details. */
export function everythingOf(verdict: Verdict): string[] {
  return verdict.checks.map((check) => {
    const details = check.details === undefined ? '' : `\n    ${JSON.stringify(check.details)}`;
    return `${lineOf(verdict, check)}\n    ${check.description}${details}`;
  });
}

function lineOf({ scenario }: Verdict, check: Check): string {
  const reason = reasonOf(check);
  return `${check.status} ${scenario} ${check.id}${reason === undefined ? '' : `: ${reason}`}`;
}

/** `conformance: 32 of 73 scenarios pass, 41 expected to fail, 0 unexpected` */
export function summaryOf(reports: readonly EraReport[]): string {
  const sum = (count: (report: EraReport) => number): number =>
    reports.reduce((total, report) => total + count(report), 0);
  const passed = sum((report) => report.passed.length);
  const expected = sum((report) => report.expected.length);
  const problems = sum((report) => report.problems.length);
  const total = sum((report) => report.total);
  return `conformance: ${passed} of ${total} scenarios pass, ${expected} expected to fail, ${problems} unexpected`;
}
