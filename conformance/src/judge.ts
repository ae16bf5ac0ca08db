/** One entry of the suite's `checks.json`. */
export interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly description: string;
  readonly errorMessage?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** What one scenario has shown. */
export interface Verdict {
  readonly scenario: string;
  readonly isPassed: boolean;
  /** Ids of the checks that failed or warned, each once, sorted. */
  readonly failing: readonly string[];
  readonly checks: readonly Check[];
}

/** Stands in `failing` for a scenario in which no check has succeeded: then nothing is shown. */
export const nothingJudged = 'nothing-judged';

// Added to most scenarios, and successful even when the server never answers.
const wireSchema = 'wire-schema-valid';

/**
 * A scenario passes when no check fails or warns and at least one succeeds. The
 * suite is milder: to it a missed SHOULD, or nothing but remarks, is a pass.
 */
export function judge(scenario: string, checks: readonly Check[]): Verdict {
  const bad = checks.filter(isBad).map(({ id }) => id);
  const hasSuccess = checks.some(({ id, status }) => status === 'SUCCESS' && id !== wireSchema);
  const failing = bad.length > 0 || hasSuccess ? [...new Set(bad)].toSorted() : [nothingJudged];
  return { scenario, isPassed: failing.length === 0, failing, checks };
}

export function isBad({ status }: Check): boolean {
  return status === 'FAILURE' || status === 'WARNING';
}

/** Checks that judged nothing, of those that say why. */
export function remarksOf({ checks }: Verdict): Check[] {
  return checks.filter(
    (check) => (check.status === 'SKIPPED' || check.status === 'INFO') && reasonOf(check) !== undefined,
  );
}

/** Why a check is what it is, in the suite's words. */
export function reasonOf({ errorMessage, details = {} }: Check): string | undefined {
  const said = [errorMessage, details['message'], details['note'], details['reason']];
  return said.find((value) => typeof value === 'string');
}
