import { CancelledError } from '../errors.js';
import type { CallContext, NestedCallOptions, RequestExtra } from '../handler/context.js';
import type { Log } from '../handler/log.js';
import { isProgressEvent, noProgress, type ProgressReporter } from '../handler/progress.js';
import type { CompiledTool } from '../tool/compile-tool.js';
import type { ToolDefinition } from '../tool/definition.js';
import type { CallPhase } from './call-event.js';
import { createCallContext, nestedExtra } from './call-context.js';
import { Cancellation, raceCancel } from './cancellation.js';
import { runChain } from './compose.js';
import { isBody, stepToEnd } from './drive-generator.js';
import { startDrive, type Hold } from './drive.js';
import type { CallEngine } from './engine.js';
import { invalidArguments, isForTheAuthor, toOutcome } from './failure.js';
import type { Outcome, ToolAnswer } from './outcome.js';
import type { Holder, Release } from './scheduler.js';
import { toAnswer } from './tool-answer.js';

/** One call, as the edge hands it in. */
export interface Call {
  readonly tool: CompiledTool;
  /** As it came from the wire. */
  readonly rawInput: unknown;
  readonly cancellation: Cancellation;
  readonly extra: RequestExtra;
  readonly progress: ProgressReporter;
  /** Makes `ctx.log`, when somebody looks. */
  readonly openLog: () => Log;
  /** The call that made this one with `ctx.call`. */
  readonly parent: RunningCall | undefined;
}

/** A call inside the engine. */
export interface RunningCall extends Holder {
  readonly number: number;
  readonly call: Call;
  /** How far it has come. */
  phase: CallPhase;
  /** Of the last progress that it yielded. */
  lastMessage: string | undefined;
}

/**
 * Runs a call: validate → wait for slot and key → context → gate → middleware →
 * handler. Never rejects. The outcome is there when the answer is; slot and key
 * are freed when the body has settled, which may be later.
 */
export async function runCall(engine: CallEngine, call: Call): Promise<Outcome> {
  const running: RunningCall = {
    parent: call.parent,
    number: engine.nextNumber(),
    call,
    phase: 'accepted',
    lastMessage: undefined,
  };
  const startedAtMs = performance.now();
  engine.note(running, 'accepted');
  try {
    const input = await validate(call);
    const release = await grant(engine, running, input);
    return { kind: 'complete', answer: await drive(engine, running, input, release) };
  } catch (thrown) {
    const outcome = toOutcome(thrown, call.cancellation);
    if (outcome.kind === 'cancelled' || outcome.error instanceof CancelledError) logEnd(engine, running, startedAtMs);
    else if (isForTheAuthor(outcome.error)) engine.log.error('tool failed', { tool: nameOf(call), cause: thrown });
    return outcome;
  }
}

async function validate(call: Call): Promise<unknown> {
  call.cancellation.throwIfCancelled();
  const parsing = call.tool.parse(call.rawInput);
  const parsed = parsing instanceof Promise ? await raceCancel(parsing, call.cancellation) : parsing;
  if (!parsed.ok) throw invalidArguments(call.tool.wireName, parsed.issues);
  return parsed.value;
}

async function grant(engine: CallEngine, running: RunningCall, input: unknown): Promise<Release> {
  const { cancellation } = running.call;
  const granted = engine.scheduler.acquire(engine.want(running, input), cancellation);
  if (granted instanceof Promise) engine.note(running, 'queued');
  const release = await granted;
  if (cancellation.reason) release();
  cancellation.throwIfCancelled();
  engine.note(running, 'granted');
  return release;
}

/** Everything that happens while slot and key are held. */
async function drive(engine: CallEngine, running: RunningCall, input: unknown, release: Release): Promise<ToolAnswer> {
  const { call } = running;
  const { cancellation, tool } = call;
  const { timeoutMs } = tool.definition;
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => engine.timeOut(running), timeoutMs);
  engine.started();
  const unlisten = cancellation.onCancel(() => engine.note(running, 'abort seen'));
  const { result, settled } = startDrive((hold) => body(engine, running, input, hold), cancellation, engine.graceMs);
  void settled.then((settlement) => {
    unlisten();
    release();
    engine.note(running, settlement.kind);
    if (settlement.kind === 'abandoned') engine.abandoned(running);
    else if (settlement.error !== undefined) logLate(engine, call, settlement.error);
    engine.freed(running);
  });
  try {
    const answer = toAnswer(tool, await result);
    return answer instanceof Promise ? await raceCancel(answer, cancellation) : answer;
  } finally {
    clearTimeout(timer);
  }
}

async function body(engine: CallEngine, running: RunningCall, input: unknown, hold: Hold): Promise<unknown> {
  const { tool, extra, cancellation, progress, openLog } = running.call;
  const { definition } = tool;
  const context = engine.contextFactory ? await engine.contextFactory(extra) : {};
  const ctx = createCallContext(context, extra, {
    progress,
    openLog,
    call: ((nested: ToolDefinition, raw: unknown, options?: NestedCallOptions) =>
      callNested(engine, running, nested, raw, options)) as CallContext['call'],
  });
  const run = async (extended: CallContext): Promise<unknown> => {
    engine.note(running, 'started');
    const handler = definition.handler as (input: unknown, ctx: CallContext) => unknown;
    const value = await handler(input, extended);
    return isBody(value) ? stepToEnd(value, cancellation, hooksOf(engine, running)) : value;
  };
  return runChain(definition.middleware, input, ctx, cancellation, (extended) => {
    const work = run(extended);
    // Middleware may answer before the handler has ended; slot and key wait for both.
    if (definition.middleware.length > 0) hold(work);
    return work;
  });
}

function hooksOf(engine: CallEngine, running: RunningCall) {
  return {
    onYield: (value: unknown): void => {
      if (isProgressEvent(value)) {
        running.lastMessage = value.message;
        running.call.progress(value);
      }
      engine.note(running, 'yielded');
    },
    onFinally: (phase: 'started' | 'ended'): void => engine.note(running, `finally ${phase}`),
  };
}

async function callNested(
  engine: CallEngine,
  parent: RunningCall,
  definition: ToolDefinition,
  rawInput: unknown,
  { progress = noProgress }: NestedCallOptions = {},
): Promise<unknown> {
  // Linked, not shared: the nested tool's time limit ends the nested call alone.
  const cancellation = new Cancellation();
  const unlink = parent.call.cancellation.onCancel((reason) => cancellation.cancel(reason));
  const extra = nestedExtra(parent.call.extra, cancellation, definition.name);
  const { openLog } = parent.call;
  const outcome = await runCall(engine, {
    tool: engine.compile(definition),
    rawInput,
    cancellation,
    extra,
    progress,
    openLog,
    parent,
  });
  unlink();
  cancellation.close();
  if (outcome.kind === 'complete') return outcome.answer.value;
  throw outcome.kind === 'failed' ? outcome.error : outcome.reason;
}

function logLate(engine: CallEngine, call: Call, cause: unknown): void {
  engine.log.warning('the handler threw after its call was cancelled', { tool: nameOf(call), cause });
}

/** The one record of a call that ended before its time: who, why, where, after how long. */
function logEnd(engine: CallEngine, { call, phase, lastMessage }: RunningCall, startedAtMs: number): void {
  const { reason } = call.cancellation;
  if (!reason || call.parent) return;
  const afterMs = Math.round(performance.now() - startedAtMs);
  engine.log.notice('call ended early', {
    tool: nameOf(call),
    by: reason.kind,
    reason: reason.peerReason,
    phase,
    at: lastMessage,
    afterMs,
  });
}

function nameOf(call: Call): string {
  return call.tool.definition.name;
}
