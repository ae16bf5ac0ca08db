import type { CallRecord } from '../calls/call-record.js';
import { assertionFailed } from '../failure.js';
import type { ScriptState } from '../state.js';

/** The call that an assertion is about. */
export function lastCallOf({ lastCall }: ScriptState): CallRecord {
  if (!lastCall) throw assertionFailed('nothing was called yet');
  return lastCall;
}
