/** The longest that a timer can be set to: some 596 hours. */
export const maxTimerMs = 2 ** 31 - 1;

const unitMs: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  // The micro sign and the Greek letter.
  '\u00b5s': 1e-3,
  '\u03bcs': 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};

const term = /(\d+(?:\.\d*)?|\.\d+)(ns|us|\u00b5s|\u03bcs|ms|s|m|h)/y;

/**
 * Milliseconds of a duration as Go writes it: `300ms`, `1m30s`, `.5s`, `-1s`. Only `0` does without a unit.
 * Undefined for anything else.
 */
export function parseDurationMs(text: string): number | undefined {
  const sign = text.startsWith('-') ? -1 : 1;
  const rest = text.replace(/^[-+]/, '');
  if (rest === '0') return 0;
  if (rest === '') return undefined;
  let totalMs = 0;
  term.lastIndex = 0;
  while (term.lastIndex < rest.length) {
    const match = term.exec(rest);
    if (!match) return undefined;
    totalMs += Number(match[1]) * (unitMs[match[2] ?? ''] ?? 0);
  }
  return sign * totalMs;
}
