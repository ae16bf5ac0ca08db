import { Script } from 'node:vm';

/** Puts the job where the script finds it: a limit on time exists only for what a script of `node:vm` runs. */
const job = Symbol.for('mcp-tester.job');

const runner = new Script('globalThis[Symbol.for("mcp-tester.job")]()');

/** The job has taken longer than it may. */
export class TookTooLong extends Error {
  override readonly name = 'TookTooLong';

  constructor(limitMs: number) {
    super(`it took longer than ${limitMs} ms and was stopped`);
  }
}

/**
 * Runs something synchronous that could take for ever, such as a regular expression that somebody else has written.
 * Throws `TookTooLong` when the time is over; the event loop stands still until then.
 */
export function runWithin<TResult>(limitMs: number, work: () => TResult): TResult {
  const place = globalThis as { [job]?: () => TResult };
  place[job] = work;
  try {
    return runner.runInThisContext({ timeout: limitMs }) as TResult;
  } catch (error) {
    const isTimeout =
      error instanceof Error && (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    throw isTimeout ? new TookTooLong(limitMs) : error;
  } finally {
    delete place[job];
  }
}
