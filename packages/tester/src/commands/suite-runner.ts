import type { Target } from '../connection/target.js';
import type { ExitCode } from '../exit/exit-code.js';
import { createReporters } from '../reporters/create-reporters.js';
import type { PlannedRun, Reporter } from '../reporters/reporter.js';
import { LineReader } from '../suite/line-reader.js';
import type { ScriptReport, StepReport } from '../suite/report.js';
import { runScriptFile } from '../suite/run-script-file.js';
import { runSuite } from '../suite/run-suite.js';
import { styleFor } from '../terminal/style.js';
import { createView } from '../watch/create-view.js';
import type { View } from '../watch/view.js';
import type { CommandContext } from './command-context.js';
import type { SuitePlan } from './suite-plan.js';
import { verbosityOf } from './with-connection.js';

/** Runs scripts as a plan has it, once or again and again. */
export class SuiteRunner {
  readonly #context: CommandContext;
  readonly #plan: SuitePlan;
  readonly #target: Target;
  readonly #input = new LineReader(process.stdin);
  readonly #isPretty: boolean;

  constructor(context: CommandContext, plan: SuitePlan, target: Target) {
    this.#context = context;
    this.#plan = plan;
    this.#target = target;
    this.#isPretty = plan.reporters.some(({ name, file }) => name === 'pretty' && file === undefined);
    const isGithub = plan.reporters.some(({ name, file }) => name === 'github' && file === undefined);
    if (isGithub) context.output.guardCommands();
  }

  async run(scripts: readonly string[]): Promise<ExitCode> {
    const { options, output, signal } = this.#context;
    const { eras = [this.#target.era], jobs, isBail, isStrict } = this.#plan;
    const runs = scripts.flatMap((file) => eras.map((era): PlannedRun => ({ file, era })));
    const view = await createView(verbosityOf(options), output, process.stderr);
    try {
      const { exitCode } = await runSuite({
        runs,
        jobs,
        isBail,
        isStrict,
        signal,
        reporters: this.#reporters(view),
        // One script after the other need not be named with each line.
        runScript: (run, onStep) => this.#runScript(run, onStep, view, jobs > 1 ? run.file : undefined),
      });
      return exitCode;
    } finally {
      view.close();
    }
  }

  /** Nothing is read from standard input any more. */
  close(): void {
    this.#input.close();
  }

  #runScript(
    run: PlannedRun,
    onStep: (step: StepReport) => void,
    view: View,
    source: string | undefined,
  ): Promise<ScriptReport> {
    const { output, folder, env, signal } = this.#context;
    return runScriptFile(run, {
      target: this.#target,
      folder,
      env,
      signal,
      onWatch: (event) => view.show(event, source),
      onStep,
      allowsUnusedAnswers: this.#plan.allowsUnusedAnswers,
      print: (line) => view.aside(() => (this.#isPretty ? output.print(line) : output.note(line))),
      readLine: (aborted) => this.#input.next(aborted),
    });
  }

  #reporters(view: View): Reporter[] {
    const { output, options, folder, env, redactor } = this.#context;
    const stdout = {
      plain: (text: string) => view.aside(() => output.write(text)),
      commands: (text: string) => view.aside(() => output.writeCommands(text)),
    };
    return createReporters(this.#plan.reporters, stdout, {
      folder,
      redact: (text) => redactor.redact(text),
      pretty: {
        style: styleFor(process.stdout, env),
        showsSteps: verbosityOf(options) > 0,
        isLive: this.#plan.jobs === 1,
      },
    });
  }
}
