import { CommanderError } from 'commander';
import { Redactor } from '../connection/redactor.js';
import { exitCodes, type ExitCode } from '../exit/exit-code.js';
import { Output } from '../terminal/output.js';
import { onInterrupt } from './interrupt.js';
import type { GlobalOptions } from '../options/global-options.js';
import { createProgram, type Run } from './program.js';

/** The whole program: reads the command line, runs one command, gives the exit code. Everything is written by then. */
export async function runCli(args: readonly string[]): Promise<ExitCode> {
  const redactor = new Redactor();
  const interrupt = new AbortController();
  const output = new Output({
    stdout: process.stdout,
    stderr: process.stderr,
    redact: (text) => redactor.redact(text),
    isInActions: process.env['GITHUB_ACTIONS'] === 'true',
    onReaderGone: () => interrupt.abort('nobody reads the output any more'),
  });
  const stopListening = onInterrupt(() => interrupt.abort('interrupted'));
  try {
    const exitCode = await runCommand(args, output, redactor, interrupt.signal);
    await output.flushed();
    if (output.lostBy === undefined) return exitCode;
    output.note(`Could not write the output: ${output.lostBy.message}`);
    return exitCodes.usage;
  } finally {
    stopListening();
    await output.flushed();
  }
}

async function runCommand(
  args: readonly string[],
  output: Output,
  redactor: Redactor,
  signal: AbortSignal,
): Promise<ExitCode> {
  let isJson = false;
  try {
    const chosen = readCommandLine(args, output);
    if (typeof chosen === 'number') return chosen;
    isJson = chosen.options.format === 'json';
    const context = { options: chosen.options, output, redactor, signal, env: process.env, folder: process.cwd() };
    return await chosen.run(context);
  } catch (error) {
    // What was under way failed because it was told to.
    if (signal.aborted) return exitCodes.interrupted;
    // Knows the errors of the client, which `--version` need not load.
    const { describeError } = await import('../exit/describe-error.js');
    const described = describeError(error);
    if (described === undefined) {
      // Node would write it as it is, and it may hold what a server said.
      output.note((error as Error).stack ?? String(error));
      return exitCodes.failed;
    }
    output.note(described.text);
    if (isJson)
      output.print(JSON.stringify({ error: { message: described.text, exitCode: described.exitCode } }, null, 2));
    return described.exitCode;
  }
}

function readCommandLine(
  args: readonly string[],
  output: Output,
): { readonly options: GlobalOptions; readonly run: Run } | ExitCode {
  let asked: Run | undefined;
  const program = createProgram((chosen) => (asked = chosen));
  const configure = (command: typeof program): void => {
    command.configureOutput({
      writeOut: (text) => output.write(text),
      writeErr: (text) => output.note(text.trimEnd()),
    });
    command.exitOverride();
    command.commands.forEach(configure);
  };
  configure(program);
  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    // Its text is written already. `--help` and `--version` are no failures.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    throw error;
  }
  return asked === undefined ? exitCodes.usage : { options: program.opts<GlobalOptions>(), run: asked };
}
