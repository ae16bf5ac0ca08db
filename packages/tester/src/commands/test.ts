import { availableParallelism } from 'node:os';
import { resolveTarget } from '../options/resolve-target.js';
import type { EraChoice, Target } from '../connection/target.js';
import { exitCodes, type ExitCode } from '../exit/exit-code.js';
import { UsageError } from '../exit/tester-error.js';
import { createReporters, readReporterChoices } from '../reporters/create-reporters.js';
import type { Reporter, PlannedRun } from '../reporters/reporter.js';
import { LineReader } from '../suite/line-reader.js';
import { findScripts } from '../suite/find-scripts.js';
import { filesOf, runScriptFile } from '../suite/run-script-file.js';
import type { ScriptReport, StepReport } from '../suite/report.js';
import { runSuite } from '../suite/run-suite.js';
import { styleFor } from '../terminal/style.js';
import { createView } from '../watch/create-view.js';
import type { View } from '../watch/view.js';
import type { CommandContext } from './command-context.js';
import { verbosityOf } from './with-connection.js';

export interface TestFlags {
  readonly script?: readonly string[];
  readonly reporter?: readonly string[];
  readonly jobs?: string;
  readonly grep?: string;
  readonly bail?: boolean;
  readonly watch?: boolean;
}

/** `mcp-tester test SCRIPTS…`: runs scripts, each on connections of its own, and reports. */
export async function test(context: CommandContext, names: readonly string[], flags: TestFlags): Promise<ExitCode> {
  const { options, output, signal } = context;
  const { era, ...others } = options;
  const target = await resolveTarget(era === 'both' ? others : options, {
    ...context,
    note: (text) => output.note(text),
  });
  const suite = new SuiteRunner(context, flags, target);
  if (!flags.watch) return suite.run(names);
  const { untilChanged } = await import('../suite/watch-files.js');
  let exitCode: ExitCode = exitCodes.ok;
  while (!signal.aborted) {
    // A change while the scripts run counts as well.
    const changed = untilChanged(await suite.files(names), signal);
    exitCode = await suite.run(names);
    if (!signal.aborted) output.note('Waiting for a change; Ctrl-C ends it.');
    await changed;
  }
  return exitCode;
}

class SuiteRunner {
  readonly #context: CommandContext;
  readonly #flags: TestFlags;
  readonly #target: Target;
  readonly #input = new LineReader(process.stdin);

  constructor(context: CommandContext, flags: TestFlags, target: Target) {
    this.#context = context;
    this.#flags = flags;
    this.#target = target;
  }

  /** All that is read when these scripts run, included files too. */
  async files(names: readonly string[]): Promise<string[]> {
    return filesOf(await this.#find(names), this.#context.folder);
  }

  async #find(names: readonly string[]): Promise<readonly string[]> {
    const { script = [], grep } = this.#flags;
    return matching(await findScripts([...script, ...names], this.#context.folder), grep);
  }

  async run(names: readonly string[]): Promise<ExitCode> {
    const { options, output, signal } = this.#context;
    const { bail = false, jobs } = this.#flags;
    const scripts = await this.#find(names);
    const eras = erasOf(options.era, this.#target.era);
    const runs = scripts.flatMap((file) => eras.map((era): PlannedRun => ({ file, era })));
    const view = await createView(verbosityOf(options), output, process.stderr);
    try {
      const { exitCode } = await runSuite({
        runs,
        jobs: jobsOf(jobs),
        isBail: bail,
        isStrict: options.strict === true,
        signal,
        reporters: this.#reporters(view),
        runScript: (run, onStep) => this.#runScript(run, onStep, runs.length > 1 ? view : sourceless(view)),
      });
      return exitCode;
    } finally {
      view.close();
      this.#input.close();
    }
  }

  #runScript(run: PlannedRun, onStep: (step: StepReport) => void, view: View): Promise<ScriptReport> {
    const { output, folder, env, signal } = this.#context;
    const isPretty = this.#isPretty();
    return runScriptFile(run, {
      target: this.#target,
      folder,
      env,
      signal,
      onWatch: (event) => view.show(event, run.file),
      onStep,
      print: (line) => view.aside(() => (isPretty ? output.printForeign(line) : output.note(line))),
      readLine: () => this.#input.next(),
    });
  }

  #isPretty(): boolean {
    return this.#choices().some(({ name, file }) => name === 'pretty' && file === undefined);
  }

  #choices(): ReturnType<typeof readReporterChoices> {
    const { format } = this.#context.options;
    const given = this.#flags.reporter ?? [];
    const isTaken = given.some((text) => !text.includes('='));
    const onStdout = format === 'json' ? ['json'] : isTaken ? [] : ['pretty'];
    return readReporterChoices([...onStdout, ...given]);
  }

  #reporters(view: View): Reporter[] {
    const { output, options, folder, env, redactor } = this.#context;
    const choices = this.#choices();
    if (choices.some(({ name, file }) => name === 'github' && file === undefined)) output.guardCommands();
    const stdout = {
      plain: (text: string) => view.aside(() => output.write(text)),
      commands: (text: string) => view.aside(() => output.writeCommands(text)),
    };
    return createReporters(choices, stdout, {
      folder,
      redact: (text) => redactor.redact(text),
      pretty: {
        style: styleFor(process.stdout, env),
        showsSteps: verbosityOf(options) > 0,
        isLive: jobsOf(this.#flags.jobs) === 1,
      },
    });
  }
}

/** A single script need not be named with each line. */
function sourceless(view: View): View {
  return { show: (event) => view.show(event), aside: (write) => view.aside(write), close: () => view.close() };
}

function matching(scripts: readonly string[], grep: string | undefined): readonly string[] {
  if (grep === undefined) return scripts;
  let pattern: RegExp;
  try {
    pattern = new RegExp(grep);
  } catch (error) {
    throw new UsageError(`Expected --grep to be a regular expression: ${(error as Error).message}`, { cause: error });
  }
  const chosen = scripts.filter((file) => pattern.test(file));
  if (chosen.length === 0) throw new UsageError(`None of ${scripts.length} scripts has a path that matches ${grep}.`);
  return chosen;
}

function erasOf(given: string | undefined, era: EraChoice): readonly EraChoice[] {
  return given === 'both' ? ['2025-11-25', '2026-07-28'] : [era];
}

function jobsOf(given: string | undefined): number {
  if (given === undefined) return 1;
  if (given === 'max') return availableParallelism();
  if (/^[1-9]\d{0,3}$/.test(given)) return Number(given);
  throw new UsageError(`Expected --jobs to be a whole number from 1, or max, got "${given}".`);
}
