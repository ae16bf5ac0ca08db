import type { Era } from '@mcpfusion/protocol';
import type { Connection } from '../connection/connection.js';
import type { EraChoice } from '../connection/target.js';
import type { StepReport } from '../suite/report.js';
import type { ScriptInput } from './input/script-answers.js';

/** What a running script needs of the world around it; tests give their own. */
export interface ScriptHost {
  /** Opens a new connection. Rejects with `ConnectionFailure`. The script closes what it opens. */
  open(era: EraChoice, input: ScriptInput): Promise<Connection>;
  readonly era: EraChoice;
  /** Where `echo` and the prompts of `input_var` go: one line, without line feed. */
  print(line: string): void;
  /** The next line of standard input, without line feed; undefined at its end. Aborted: it is kept for the next. */
  readLine(signal: AbortSignal): Promise<string | undefined>;
  /** Answers that were queued and never asked for do not fail the script. */
  readonly allowsUnusedAnswers?: boolean;
  /** What `$env.NAME` reads. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted when the run is interrupted: the command that runs is cancelled and no other starts. */
  readonly signal: AbortSignal;
  readonly onStepStart?: (step: Pick<StepReport, 'line' | 'file' | 'text'>) => void;
  readonly onStep?: (step: StepReport) => void;
  readonly onConnected?: (era: Era) => void;
}
