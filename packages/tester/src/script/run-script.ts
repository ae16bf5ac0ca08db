import type { Connection } from '../connection/connection.js';
import { tellsStderr } from '../connection/tells-stderr.js';
import { exitCodes, worstOf, type ExitCode } from '../exit/exit-code.js';
import type { ScriptReport, StepReport } from '../suite/report.js';
import { exitCodeOf } from './failure.js';
import { toFailure } from './to-failure.js';
import { ScriptRunner } from './run/script-runner.js';
import { ScriptSession } from './run/session.js';
import type { Script, ScriptNode } from './script.js';
import type { ScriptHost } from './script-host.js';

/** All of a `ScriptReport` but what only the target knows. */
export interface ScriptRun extends Omit<ScriptReport, 'era' | 'transport'> {
  /** Every connection that was opened, oldest first; all are closed. `findings` and `stderrTail` are theirs. */
  readonly connections: readonly Connection[];
}

/**
 * Runs a script from its connection to its last line, and closes what it has opened, whatever happens. A failed line
 * does not stop it; a server that is gone and an interrupt do. Never rejects for what a server or a script does wrong.
 */
export async function runScript(script: Script, host: ScriptHost): Promise<ScriptRun> {
  const startedAtMs = performance.now();
  const session = new ScriptSession(host);
  session.wantsNotifications = waitsForNotifications(script.body);
  const outcome = await run(script, host, session);
  const { steps } = outcome;
  const passed = steps.filter(({ isOk }) => isOk).length;
  return {
    file: script.file,
    ...outcome,
    executed: steps.length,
    passed,
    failed: steps.length - passed,
    spokenEra: session.spokenEra,
    // Read when all is closed: what comes in at the end counts, too.
    findings: session.findings,
    stderrTail: session.stderrTail,
    connections: session.connections,
    durationMs: performance.now() - startedAtMs,
  };
}

async function run(script: Script, host: ScriptHost, session: ScriptSession): Promise<Outcome> {
  const runner = new ScriptRunner(host, session);
  try {
    await session.open(host.era);
  } catch (error) {
    await session.close();
    const failure = toFailure(error);
    return { steps: [], error: failure.message, exitCode: exitCodeOf(failure) };
  }
  try {
    const steps = await runner.run(script);
    const codes = steps.map(({ exitCode }) => exitCode);
    const lost = session.connection.lost();
    if (host.signal.aborted && runner.stoppedBy !== undefined) codes.push(exitCodes.interrupted);
    // It may have died behind the last line that needed it.
    else if (lost !== undefined) codes.push(exitCodes.connection);
    const unused = host.allowsUnusedAnswers ? undefined : session.answers.unused;
    const stoppedBy = runner.stoppedBy ?? lost;
    if (unused !== undefined && stoppedBy === undefined) {
      return { steps, exitCode: worstOf([...codes, exitCodes.failed]), error: unused };
    }
    const isStderrTold = tellsStderr(session.connection.client.lostBy);
    return { steps, exitCode: worstOf(codes), ...(stoppedBy === undefined ? {} : { error: stoppedBy, isStderrTold }) };
  } finally {
    await session.close();
  }
}

interface Outcome {
  readonly steps: readonly StepReport[];
  readonly error?: string;
  readonly isStderrTold?: boolean;
  readonly exitCode: ExitCode;
}

/** As far as it can be seen before the script runs: an `include` may still bring one. */
function waitsForNotifications(body: readonly ScriptNode[]): boolean {
  return body.some(
    (node) => node.tokens.includes('wait_notification') || (node.kind === 'block' && waitsForNotifications(node.body)),
  );
}
