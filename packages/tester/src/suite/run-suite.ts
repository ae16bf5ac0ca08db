import type { Reporter, PlannedRun } from '../reporters/reporter.js';
import { exitCodes, worstOf } from '../exit/exit-code.js';
import type { ScriptReport, StepReport, SuiteReport } from './report.js';

export interface SuiteOptions {
  /** Each script in each era asked for, in the order of the report. */
  readonly runs: readonly PlannedRun[];
  readonly runScript: (run: PlannedRun, onStep: (step: StepReport) => void) => Promise<ScriptReport>;
  readonly reporters: readonly Reporter[];
  /** How many run at the same time. */
  readonly jobs: number;
  /** After a script that failed no other is started; those that run go on. */
  readonly isBail: boolean;
  readonly isStrict: boolean;
  /** Aborted: no other script is started. */
  readonly signal: AbortSignal;
}

/** Runs a suite and tells its reporters. */
export async function runSuite(options: SuiteOptions): Promise<SuiteReport> {
  const { runs, reporters, jobs, isBail, isStrict, signal } = options;
  const startedAtMs = performance.now();
  const reports: (ScriptReport | undefined)[] = runs.map(() => undefined);
  let next = 0;
  let hasFailed = false;

  const mayStart = (): boolean => next < runs.length && !signal.aborted && !(isBail && hasFailed);
  const work = async (): Promise<void> => {
    while (mayStart()) {
      const index = next++;
      const run = runs[index];
      if (!run) return;
      for (const reporter of reporters) reporter.onScriptStart?.(run);
      const onStep = (step: StepReport): void => {
        for (const reporter of reporters) reporter.onStep?.(run, step);
      };
      const report = judged(await options.runScript(run, onStep), isStrict);
      reports[index] = report;
      hasFailed ||= report.exitCode !== exitCodes.ok;
      for (const reporter of reporters) reporter.onScriptEnd?.(report);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(jobs, runs.length)) }, work));

  const scripts = reports.filter((report) => report !== undefined);
  const report: SuiteReport = {
    scripts,
    notRun: runs.filter((_run, index) => reports[index] === undefined).map(({ file }) => file),
    isStrict,
    exitCode: worstOf([
      ...scripts.map(({ exitCode }) => exitCode),
      signal.aborted ? exitCodes.interrupted : exitCodes.ok,
    ]),
    durationMs: performance.now() - startedAtMs,
  };
  for (const reporter of reporters) reporter.onEnd(report);
  return report;
}

/** With `--strict` a finding fails the script in which it was made. */
function judged(report: ScriptReport, isStrict: boolean): ScriptReport {
  if (!isStrict || report.findings.length === 0) return report;
  return { ...report, exitCode: worstOf([report.exitCode, exitCodes.failed]) };
}
