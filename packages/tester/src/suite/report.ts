import type { Era } from '@mcpfusion/protocol';
import type { Finding } from '../checks/finding.js';
import type { EraChoice } from '../connection/target.js';
import type { ExitCode } from '../exit/exit-code.js';

/** One line of a script that was run. */
export interface StepReport {
  /** From 1. Of a heredoc the line of its end. */
  readonly line: number;
  /** Set where the line stands in an included file. */
  readonly file?: string;
  /** The command as it is written, in one line, cut at 200 characters. */
  readonly text: string;
  readonly isOk: boolean;
  /** The whole text of the failure; absent when it held. */
  readonly error?: string;
  /** Which exit code the failure stands for. */
  readonly exitCode: ExitCode;
  readonly durationMs: number;
}

/** A script that was run from beginning to end, or as far as it could be. */
export interface ScriptReport {
  /** As it was given on the command line. */
  readonly file: string;
  readonly era: EraChoice;
  /** What was spoken; undefined when no connection came to be. */
  readonly spokenEra: Era | undefined;
  readonly transport: 'stdio' | 'http';
  readonly steps: readonly StepReport[];
  /** Commands that ran, and lines that could not be read. A heredoc counts once. */
  readonly executed: number;
  readonly passed: number;
  readonly failed: number;
  /** What ended the script before its last line, or kept it from starting: no connection, a missing file. */
  readonly error?: string;
  readonly exitCode: ExitCode;
  readonly findings: readonly Finding[];
  readonly stderrTail: string;
  /** `error` ends with these lines already. */
  readonly isStderrTold?: boolean;
  readonly durationMs: number;
}

export interface SuiteReport {
  readonly scripts: readonly ScriptReport[];
  /** Scripts that `--bail` or an interrupt kept from running. */
  readonly notRun: readonly string[];
  readonly isStrict: boolean;
  readonly exitCode: ExitCode;
  readonly durationMs: number;
}
