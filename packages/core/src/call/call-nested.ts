import { CancelledError, setupError } from '../errors.js';
import type { NestedCallOptions } from '../handler/context.js';
import { noProgress } from '../handler/progress.js';
import type { ToolDefinition } from '../tool/definition.js';
import { nestedExtra } from './call-context.js';
import { Cancellation } from './cancellation.js';
import type { Hold } from './drive.js';
import type { CallEngine } from './engine.js';
import type { Outcome } from './outcome.js';
import type { Call, RunningCall } from './run-call.js';

/** What a nested call needs of the call around it. */
export interface NestedHost {
  readonly engine: CallEngine;
  readonly parent: RunningCall;
  /** The parent's slot and key wait for what it has started. */
  readonly hold: Hold;
  readonly run: (engine: CallEngine, call: Call) => Outcome | Promise<Outcome>;
}

/** `ctx.call`. Its promise may be left alone: what it rejects with is known to the engine already. */
export function callNested(
  host: NestedHost,
  definition: ToolDefinition,
  rawInput: unknown,
  options: NestedCallOptions = {},
): Promise<unknown> {
  const result = runNested(host, definition, rawInput, options);
  result.catch(() => {});
  host.hold(result);
  return result;
}

async function runNested(
  { engine, parent, run }: NestedHost,
  definition: ToolDefinition,
  rawInput: unknown,
  { progress = noProgress }: NestedCallOptions,
): Promise<unknown> {
  if (parent.isOver)
    throw setupError(`Expected ctx.call before its call has ended, got one of ${definition.name} after it.`);
  const tool = engine.compile(definition);
  // Linked, not shared: the nested tool's time limit ends the nested call alone, and the end of the parent ends what it left running.
  const cancellation = new Cancellation();
  const unlink = parent.call.cancellation.onCancel((reason) => cancellation.cancel(reason));
  const siblings = (parent.children ??= new Set());
  siblings.add(cancellation);
  try {
    const extra = nestedExtra(parent.call.extra, cancellation, definition.name);
    const { openLog } = parent.call;
    const outcome = await run(engine, { tool, rawInput, cancellation, extra, progress, openLog, parent });
    if (outcome.kind === 'complete') return outcome.value;
    throw outcome.kind === 'failed' ? outcome.error : outcome.reason;
  } finally {
    unlink();
    siblings.delete(cancellation);
    cancellation.close();
  }
}

/** Ends what a call has started and not waited for. To a nested call, the call around it is the client. */
export function endChildren(parent: RunningCall): void {
  parent.isOver = true;
  for (const child of parent.children ?? []) {
    child.cancel(new CancelledError('client', 'The call that made this one has ended.'));
  }
}
