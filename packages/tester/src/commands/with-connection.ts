import { openConnection, type OpenOptions } from '../connection/open-connection.js';
import type { Connection } from '../connection/connection.js';
import { tellsStderr } from '../connection/tells-stderr.js';
import { resolveTarget } from '../options/resolve-target.js';
import { countFindings, showFinding } from '../checks/show-finding.js';
import { describeError } from '../exit/describe-error.js';
import { exitCodes, worstOf, type ExitCode } from '../exit/exit-code.js';
import { styleFor } from '../terminal/style.js';
import { TesterError } from '../exit/tester-error.js';
import { indent } from '../terminal/indent.js';
import { visible } from '../terminal/visible.js';
import { createView } from '../watch/create-view.js';
import type { Verbosity, View } from '../watch/view.js';
import type { CommandContext } from './command-context.js';

/**
 * One command on one connection: opened before, watched meanwhile, closed and judged afterwards. `inputOf`: what its
 * server may ask; by default nothing.
 */
export async function withConnection(
  context: CommandContext,
  work: (connection: Connection, view: View) => Promise<ExitCode>,
  inputOf: (view: View) => Pick<OpenOptions, 'capabilities' | 'onRequest'> = () => ({}),
): Promise<ExitCode> {
  const { options, output, signal } = context;
  const target = await resolveTarget(options, { ...context, note: (text) => output.note(text) });
  const view = await createView(verbosityOf(options), output, process.stderr);
  try {
    const connection = await openConnection(target, {
      signal,
      onWatch: (event) => view.show(event),
      ...inputOf(view),
    });
    let code: ExitCode;
    try {
      code = await work(connection, view);
    } catch (error) {
      throw withStderr(error, connection, context);
    } finally {
      await connection.close();
      view.close();
      reportFindings(connection, context);
    }
    const said = stderrOf(connection, context);
    if (code !== exitCodes.ok && said !== undefined) output.note(said);
    return options.strict && connection.findings.length > 0 ? worstOf([code, exitCodes.failed]) : code;
  } finally {
    view.close();
  }
}

/** `-v` once or more. */
export function verbosityOf({ verbose }: CommandContext['options']): Verbosity {
  return verbose >= 2 ? 2 : verbose === 1 ? 1 : 0;
}

/** What belongs to every failure; with `-v` it was seen as it came. */
function stderrOf(connection: Connection, { options }: CommandContext): string | undefined {
  const tail = connection.stderrTail();
  if (tail === '' || verbosityOf(options) > 0) return undefined;
  return `Last lines of the server’s stderr:\n${indent(visible(tail))}`;
}

function withStderr(error: unknown, connection: Connection, context: CommandContext): unknown {
  const described = describeError(error);
  const said = stderrOf(connection, context);
  if (!described || said === undefined || tellsStderr(error)) return error;
  return new TesterError(`${described.text}\n${said}`, described.exitCode, { cause: error });
}

function reportFindings({ findings }: Connection, { output, options, env }: CommandContext): void {
  if (findings.length === 0) return;
  const style = styleFor(process.stderr, env);
  output.note(findings.map((finding) => showFinding(finding, style)).join('\n'));
  output.note(`${countFindings(findings)}${options.strict ? '' : '; --strict makes them fail'}`);
}
