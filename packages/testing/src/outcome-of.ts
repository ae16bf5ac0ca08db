import { textOf, type CallResult } from '@mcpfusion/client';

/** The text of an answer, or `given up` when the call rejected: in either case nobody has to catch. */
export function outcomeOf(call: Promise<CallResult>): Promise<string> {
  return call.then(textOf, () => 'given up');
}
