import type { ScriptReport, StepReport, SuiteReport } from '../suite/report.js';

/** `scripts/echo.mcp (2026-07-28, stdio)` */
export function runName({ file, era, spokenEra, transport }: ScriptReport): string {
  return `${file} (${spokenEra ?? era}, ${transport})`;
}

export function failedSteps({ steps }: ScriptReport): readonly StepReport[] {
  return steps.filter(({ isOk }) => !isOk);
}

export interface Totals {
  readonly executed: number;
  readonly passed: number;
  readonly failed: number;
  readonly findings: number;
}

export function totalsOf({ scripts }: SuiteReport): Totals {
  const sum = (count: (report: ScriptReport) => number): number => scripts.reduce((all, one) => all + count(one), 0);
  return {
    executed: sum(({ executed }) => executed),
    passed: sum(({ passed }) => passed),
    // A script that could not run, or not to its end, has failed as well, without a line that says so.
    failed: sum(({ failed, error }) => failed + (error === undefined ? 0 : 1)),
    findings: sum(({ findings }) => findings.length),
  };
}

/** `1 script`, `3 scripts` */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
