import { readFile } from 'node:fs/promises';
import type { Verdict } from './judge.js';
import type { Era, Side } from './suite.js';

/** Why a scenario does not pass yet, and which of its checks do not: the others must. */
export interface ExpectedFailure {
  readonly reason: string;
  readonly checks: readonly string[];
}

/** By revision, by scenario. */
export type ExpectedFailures = Readonly<Record<Era, Readonly<Record<string, ExpectedFailure>>>>;

/** `conformance/expected-failures.json` for the server, `expected-client-failures.json` for the client. */
export async function readExpectedFailures(side: Side = 'server'): Promise<ExpectedFailures> {
  const name = side === 'server' ? 'expected-failures.json' : 'expected-client-failures.json';
  return JSON.parse(await readFile(new URL(`../${name}`, import.meta.url), 'utf8')) as ExpectedFailures;
}

/** The results of one revision, against what was expected of them. */
export interface Comparison {
  readonly passed: readonly Verdict[];
  readonly expected: readonly Verdict[];
  readonly unexpected: readonly Verdict[];
  /** Sentences, each naming a scenario; any of them fails the run. */
  readonly problems: readonly string[];
}

/**
 * Compares verdicts with the file. `names`: the scenarios that should have run.
 * An entry that is better than its word is as wrong as one that is worse, so that
 * the file can only shrink.
 */
export function compare(
  names: readonly string[],
  verdicts: readonly Verdict[],
  expectations: Readonly<Record<string, ExpectedFailure>>,
): Comparison {
  const passed: Verdict[] = [];
  const expected: Verdict[] = [];
  const unexpected: Verdict[] = [];
  const problems: string[] = [];
  const verdictOf = new Map(verdicts.map((verdict) => [verdict.scenario, verdict]));
  for (const name of names) {
    const verdict = verdictOf.get(name);
    const known = Object.hasOwn(expectations, name) ? expectations[name] : undefined;
    if (!verdict) {
      problems.push(`${name}: the suite did not run it`);
      continue;
    }
    const found = compareOne(verdict, known);
    problems.push(...found);
    if (verdict.isPassed) passed.push(verdict);
    else if (found.length === 0) expected.push(verdict);
    else unexpected.push(verdict);
  }
  return { passed, expected, unexpected, problems };
}

function compareOne({ scenario, isPassed, failing }: Verdict, known: ExpectedFailure | undefined): string[] {
  if (isPassed) return known ? [`${scenario}: passes now; the entry is stale, remove it`] : [];
  if (!known) return failing.map((id) => `${scenario}: ${id} fails`);
  return [
    ...failing
      .filter((id) => !known.checks.includes(id))
      .map((id) => `${scenario}: ${id} fails, which is not expected`),
    ...known.checks
      .filter((id) => !failing.includes(id))
      .map((id) => `${scenario}: ${id} does not fail any more; it is stale, remove it`),
  ];
}

/** Entries for scenarios that do not exist. */
export function strayEntries(
  names: readonly string[],
  expectations: Readonly<Record<string, ExpectedFailure>>,
): string[] {
  return Object.keys(expectations)
    .filter((name) => !names.includes(name))
    .map((name) => `${name}: the suite has no such scenario; remove the entry`);
}
