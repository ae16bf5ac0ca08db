/**
 * What the process says at its end, the same in every output format.
 *
 * | code | when |
 * |---|---|
 * | 0 | all held |
 * | 1 | a check, an assertion or a tool call failed |
 * | 2 | wrong usage, or a script that cannot be run as it is written |
 * | 3 | no connection, or the server died |
 * | 130 | interrupted |
 */
export const exitCodes = Object.freeze({ ok: 0, failed: 1, usage: 2, connection: 3, interrupted: 130 });

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const precedence: readonly ExitCode[] = [0, 1, 2, 3, 130];

/** Of a run with several kinds of failure: 130 before 3 before 2 before 1. */
export function worstOf(codes: Iterable<ExitCode>): ExitCode {
  let worst: ExitCode = exitCodes.ok;
  for (const code of codes) if (precedence.indexOf(code) > precedence.indexOf(worst)) worst = code;
  return worst;
}
