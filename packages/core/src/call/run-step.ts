import type { JsonValue } from '@mcpfusion/protocol';
import type { StepCommand } from '../handler/commands.js';
import type { JournalEntry } from '../handler/journal-entry.js';
import { plainJson } from '../handler/plain-json.js';
import { recordError } from '../input/recorded-error.js';

export interface DoneStep {
  readonly entry: JournalEntry;
  /** What it threw, for the log. */
  readonly thrown?: unknown;
}

/** Runs a step to its end, whichever that is. Never rejects. */
export async function runStep(
  { name, run, cleansUp }: StepCommand,
  signal: AbortSignal,
  idempotencyKey: string,
): Promise<DoneStep> {
  const what = { kind: 'step', name, ...(cleansUp ? { cleansUp } : {}) } as const;
  try {
    const value = await run(signal, Object.freeze({ idempotencyKey }));
    if (value === undefined) return { entry: what };
    const json = plainJson(value, `step '${name}' to give`);
    return { entry: { ...what, value: JSON.parse(json) as JsonValue } };
  } catch (thrown) {
    return { entry: { ...what, error: recordError(thrown) }, thrown };
  }
}
