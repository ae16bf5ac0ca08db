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

/** Runs a suite and tells its reporters. Rejects, when all is over, with what the first reporter that failed has thrown. */
export async function runSuite(options: SuiteOptions): Promise<SuiteReport> {
  const { runs, reporters, jobs, isBail, isStrict, signal } = options;
  const startedAtMs = performance.now();
  const reports: (ScriptReport | undefined)[] = runs.map(() => undefined);
  let next = 0;
  let hasFailed = false;

  const failures: unknown[] = [];
  const working = new Set(reporters);
  // One that fails, for want of room for its file, is told nothing more; the others go on.
  const tell = (about: (reporter: Reporter) => void): void => {
    for (const reporter of working) {
      try {
        about(reporter);
      } catch (error) {
        working.delete(reporter);
        failures.push(error);
      }
    }
  };
  const mayStart = (): boolean => next < runs.length && !signal.aborted && !(isBail && hasFailed);
  const work = async (): Promise<void> => {
    while (mayStart()) {
      const index = next++;
      const run = runs[index];
      if (!run) return;
      tell((reporter) => reporter.onScriptStart?.(run));
      const onStep = (step: StepReport): void => tell((reporter) => reporter.onStep?.(run, step));
      const report = judged(await options.runScript(run, onStep), isStrict);
      reports[index] = report;
      hasFailed ||= report.exitCode !== exitCodes.ok;
      tell((reporter) => reporter.onScriptEnd?.(report));
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
  tell((reporter) => reporter.onEnd(report));
  throwFirst(failures);
  return report;
}

function throwFirst(failures: readonly unknown[]): void {
  if (failures.length > 0) throw failures[0];
}

/** With `--strict` a finding fails the script in which it was made. */
function judged(report: ScriptReport, isStrict: boolean): ScriptReport {
  if (!isStrict || report.findings.length === 0) return report;
  return { ...report, exitCode: worstOf([report.exitCode, exitCodes.failed]) };
}
