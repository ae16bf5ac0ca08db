import type { ScriptReport, StepReport, SuiteReport } from '../suite/report.js';

/** A script that a suite is to run, and in which era. */
export interface PlannedRun {
  readonly file: string;
  readonly era: ScriptReport['era'];
}

/** Tells a suite to somebody. What it is called with comes in order for one run; runs may be mixed with `--jobs`. */
export interface Reporter {
  onScriptStart?(run: PlannedRun): void;
  onStep?(run: PlannedRun, step: StepReport): void;
  onScriptEnd?(report: ScriptReport): void;
  onEnd(report: SuiteReport): void;
}

/** Writes one text, line feeds included. */
export type Write = (text: string) => void;
