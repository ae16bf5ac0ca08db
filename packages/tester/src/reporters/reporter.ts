import type { ScriptReport, StepReport, SuiteReport } from '../suite/report.js';

/** Which script, in which era: one run of a suite. */
export interface ScriptRun {
  readonly file: string;
  readonly era: ScriptReport['era'];
}

/** Tells a suite to somebody. What it is called with comes in order for one run; runs may be mixed with `--jobs`. */
export interface Reporter {
  onScriptStart?(run: ScriptRun): void;
  onStep?(run: ScriptRun, step: StepReport): void;
  onScriptEnd?(report: ScriptReport): void;
  onEnd(report: SuiteReport): void;
}

/** Writes one text, line feeds included. */
export type Write = (text: string) => void;
