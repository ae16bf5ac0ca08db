import { CancelledError, FusionError, setupError } from '../errors.js';
import type { NestedCallOptions } from '../handler/context.js';
import { noProgress } from '../handler/progress.js';
import type { ToolDefinition } from '../tool/definition.js';
import { nestedRequest } from './call-context.js';
import { Cancellation } from './cancellation.js';
import { InputNeeded } from './input-needed.js';
import type { ChildInput } from '../input/call-input.js';
import type { Outcome } from './outcome.js';
import type { RunningCall } from './run-call.js';

/** `ctx.call`. Its promise may be left alone: what it rejects with is known to the engine already. */
export function callNested(
  parent: RunningCall,
  definition: ToolDefinition,
  rawInput: unknown,
  options: NestedCallOptions = {},
): Promise<unknown> {
  const result = runNested(parent, definition, rawInput, options);
  result.catch(() => {});
  parent.hold(result);
  if (definition.kind !== 'query' && parent.call.round) parent.changes.add(result);
  return result;
}

async function runNested(
  parent: RunningCall,
  definition: ToolDefinition,
  rawInput: unknown,
  { progress = noProgress }: NestedCallOptions,
): Promise<unknown> {
  if (parent.isOver)
    throw setupError(`Expected ctx.call before its call has ended, got one of ${definition.name} after it.`);
  if (depthOf(parent) >= maxDepth)
    throw new FusionError('NESTED_TOO_DEEP', `${definition.name} was called more than ${maxDepth} calls deep.`);
  const { call, engine } = parent;
  // Nor what only a caught INPUT_REQUIRED leads to: all of it runs again with the answer.
  if (parent.isLeft || call.round?.hasOpenQuestion()) throw new InputNeeded(call.tool.definition.name);
  const tool = engine.compile(definition);
  const input = inputOf(parent, definition, rawInput);
  const claimed = definition.kind === 'query' ? undefined : input?.claim();
  if (claimed) await claimed;
  // A copy each time: who gets it may change it.
  if (input?.memory.done) return structuredClone(input.memory.done.value);
  // Linked, not shared: the nested tool's time limit ends the nested call alone, and the end of the parent ends what it left running.
  const cancellation = new Cancellation();
  const link = { onCancel: (reason: CancelledError) => void cancellation.cancel(reason) };
  parent.cancellation.listen(link);
  const siblings = (parent.children ??= new Set());
  siblings.add(cancellation);
  try {
    const extra = nestedRequest(call.extra, cancellation, definition.name);
    const outcome = await new Promise<Outcome>((onOutcome) =>
      parent.runInside({
        tool,
        rawInput,
        cancellation,
        extra,
        progress,
        parent,
        input: definition.interactive && input,
        openLog: () => call.openLog(),
        onOutcome,
      }),
    );
    if (outcome.kind === 'complete') {
      // What only reads may read again.
      if (definition.kind !== 'query') input?.finish(outcome.value);
      return outcome.value;
    }
    if (outcome.kind === 'input_required') {
      call.round?.input.noteAsked();
      throw new InputNeeded(definition.name);
    }
    throw outcome.kind === 'failed' ? outcome.error : outcome.reason;
  } finally {
    parent.cancellation.unlisten(link);
    siblings.delete(cancellation);
    cancellation.close();
  }
}

/**
 * What the call around knows of this one from the round before. In 2026-07-28 a question ends the call around it, too,
 * which is then run again: so that must be ready for it, and what has changed something is not run twice.
 */
function inputOf({ call, engine }: RunningCall, definition: ToolDefinition, rawInput: unknown): ChildInput | undefined {
  const { interactive, kind, name } = definition;
  if (interactive && !call.round)
    throw setupError(
      `Expected ${call.tool.definition.name} to be .interactive(), since it calls ${name}, which may ask.`,
    );
  if (!interactive && kind === 'query') return undefined;
  const input = call.round?.input.child(definition, rawInput);
  if (input?.hasLost && engine.isDevelopment)
    engine.advise(call.tool.definition, 'a call inside had other arguments than in the round before: it begins anew', {
      called: name,
      cure: 'What its arguments are made of must be the same in every round: reads, times and random numbers belong in a step.',
    });
  if (interactive && !input?.memory.done) input?.asks.checkNeeds(interactive.needs);
  return input;
}

/** Calls inside a call; a tool that calls itself for ever ends here. */
const maxDepth = 32;

/** 0 for a call that came from a client. */
function depthOf({ parent }: RunningCall): number {
  let depth = 0;
  for (let at = parent; at; at = at.parent) depth++;
  return depth;
}

/** Ends what a call has started and not waited for. To a nested call, the call around it is the client. */
export function endChildren({ children }: RunningCall): void {
  for (const child of children ?? []) {
    child.cancel(new CancelledError('client', 'The call that made this one has ended.'));
  }
}
