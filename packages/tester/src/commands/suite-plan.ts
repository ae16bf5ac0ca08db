import { availableParallelism } from 'node:os';
import type { EraChoice } from '../connection/target.js';
import { UsageError } from '../exit/tester-error.js';
import type { GlobalOptions } from '../options/global-options.js';
import { readReporterChoices, type ReporterChoice } from '../reporters/create-reporters.js';
import { findScripts } from '../suite/find-scripts.js';

/** As they stand on the command line. */
export interface TestFlags {
  readonly script?: readonly string[];
  readonly reporter?: readonly string[];
  readonly jobs?: string;
  readonly grep?: string;
  readonly bail?: boolean;
  readonly watch?: boolean;
  readonly allowUnusedAnswers?: boolean;
}

/** The same, read and found right, before anything runs. */
export interface SuitePlan {
  /** Files, folders and patterns. */
  readonly names: readonly string[];
  readonly pattern: RegExp | undefined;
  /** Undefined: the one of the target. */
  readonly eras: readonly EraChoice[] | undefined;
  readonly jobs: number;
  readonly isBail: boolean;
  readonly isStrict: boolean;
  readonly allowsUnusedAnswers: boolean;
  readonly reporters: readonly ReporterChoice[];
}

/** Throws `UsageError`. */
export function planSuite(names: readonly string[], flags: TestFlags, options: GlobalOptions): SuitePlan {
  const { script = [], bail = false } = flags;
  return {
    names: [...script, ...names],
    pattern: patternOf(flags.grep),
    eras: options.era === 'both' ? ['2025-11-25', '2026-07-28'] : undefined,
    jobs: jobsOf(flags.jobs),
    isBail: bail,
    isStrict: options.strict === true,
    allowsUnusedAnswers: flags.allowUnusedAnswers === true,
    reporters: reportersOf(flags.reporter ?? [], options.format),
  };
}

/** The scripts of a plan, as they are there now. Rejects with `UsageError` where there are none. */
export async function scriptsOf({ names, pattern }: SuitePlan, folder: string): Promise<readonly string[]> {
  const scripts = await findScripts(names, folder);
  const chosen = pattern ? scripts.filter((file) => pattern.test(file)) : scripts;
  if (chosen.length > 0) return chosen;
  throw new UsageError(
    `Expected --grep to match the path of a script, ${String(pattern)} matches none of ${scripts.length}.`,
  );
}

function patternOf(grep: string | undefined): RegExp | undefined {
  try {
    return grep === undefined ? undefined : new RegExp(grep);
  } catch (error) {
    throw new UsageError(`Expected --grep to be a regular expression: ${(error as Error).message}`, { cause: error });
  }
}

function jobsOf(given: string | undefined): number {
  if (given === undefined) return 1;
  if (given === 'max') return availableParallelism();
  if (/^[1-9]\d{0,3}$/.test(given)) return Number(given);
  throw new UsageError(`Expected --jobs to be a whole number from 1, or max, got "${given}".`);
}

function reportersOf(given: readonly string[], format: string | undefined): ReporterChoice[] {
  const isTaken = given.some((text) => !text.includes('='));
  const onStdout = format === 'json' ? ['json'] : isTaken ? [] : ['pretty'];
  return readReporterChoices([...onStdout, ...given]);
}
