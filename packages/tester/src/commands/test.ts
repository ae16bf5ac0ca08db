import { exitCodes, type ExitCode } from '../exit/exit-code.js';
import { UsageError } from '../exit/tester-error.js';
import { resolveTarget } from '../options/resolve-target.js';
import { filesOf } from '../suite/run-script-file.js';
import type { CommandContext } from './command-context.js';
import { planSuite, scriptsOf, type SuitePlan, type TestFlags } from './suite-plan.js';
import { SuiteRunner } from './suite-runner.js';

/** `mcp-tester test SCRIPTS…`: runs scripts, each on connections of its own, and reports. */
export async function test(context: CommandContext, names: readonly string[], flags: TestFlags): Promise<ExitCode> {
  const { options, output, folder } = context;
  const plan = planSuite(names, flags, options);
  // The target knows no `both`: the plan has taken that apart.
  const single = plan.eras ? { ...options, era: 'auto' } : options;
  const target = await resolveTarget(single, { ...context, note: (text) => output.note(text) });
  const scripts = await scriptsOf(plan, folder);
  const runner = new SuiteRunner(context, plan, target);
  try {
    return flags.watch ? await watchScripts(context, plan, runner, scripts) : await runner.run(scripts);
  } finally {
    runner.close();
  }
}

/** Runs them again whenever one changes, also while they run. A script that is away for a moment is waited for. */
async function watchScripts(
  context: CommandContext,
  plan: SuitePlan,
  runner: SuiteRunner,
  first: readonly string[],
): Promise<ExitCode> {
  const { output, folder, signal } = context;
  const { FileWatch } = await import('../suite/watch-files.js');
  const interrupted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  let scripts = first;
  let exitCode: ExitCode = exitCodes.ok;
  for (let isThere = true; !signal.aborted;) {
    const watch = await FileWatch.open(await filesOf(scripts, folder));
    try {
      if (isThere) exitCode = await runner.run(scripts);
      if (!signal.aborted) output.note('Waiting for a change; Ctrl-C ends it.');
      await Promise.race([watch.changed, interrupted]);
    } finally {
      await watch.close();
    }
    const found = await scriptsOf(plan, folder).catch((error: unknown) => {
      if (!(error instanceof UsageError)) throw error;
      output.note(error.message);
    });
    isThere = found !== undefined;
    scripts = found ?? scripts;
  }
  return exitCode;
}
