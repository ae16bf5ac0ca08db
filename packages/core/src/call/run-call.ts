import type { CallContext, NestedCallOptions, RequestExtra } from '../handler/context.js';
import type { Log } from '../handler/log.js';
import { isProgressEvent, type ProgressReporter } from '../handler/progress.js';
import { isPromiseLike } from '../handler/promise-like.js';
import { startTimer, type Timer } from '../timer.js';
import type { CompiledTool, Parsed } from '../tool/compile-tool.js';
import type { ToolDefinition } from '../tool/definition.js';
import { andThen } from './and-then.js';
import type { CallPhase } from './call-event.js';
import { createCallContext, ownExtra } from './call-context.js';
import { callNested, endChildren } from './call-nested.js';
import { raceCancel, type Cancellation } from './cancellation.js';
import { runChain } from './compose.js';
import { isBody, stepToEnd } from './drive-generator.js';
import { startDrive, type Hold, type Settlement } from './drive.js';
import type { CallEngine } from './engine.js';
import { checkOutput } from './check-output.js';
import { invalidArguments, isForTheAuthor, toOutcome } from './failure.js';
import type { Outcome } from './outcome.js';
import type { Holder, Release } from './scheduler.js';

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
  readonly startedAtMs: number;
  /** How far it has come. */
  phase: CallPhase;
  /** Of the last progress that it yielded. */
  lastMessage: string | undefined;
  /** Of the tool's time limit. */
  timer: Timer | undefined;
  /** The answer is known. */
  isOver: boolean;
  /** Slot and key were freed without it. */
  isAbandoned: boolean;
  /** Of the calls that it has made and that run. */
  children: Set<Cancellation> | undefined;
}

/**
 * Runs a call: validate → wait for slot and key → context → gate → middleware →
 * handler. Never throws or rejects. The outcome is there when the answer is; slot
 * and key are freed when the body has settled, which may be later. A call that
 * waits for nothing is over when this returns.
 */
export function runCall(engine: CallEngine, call: Call): Outcome | Promise<Outcome> {
  const running: RunningCall = {
    parent: call.parent,
    number: engine.nextNumber(),
    call,
    startedAtMs: performance.now(),
    phase: 'accepted',
    lastMessage: undefined,
    timer: undefined,
    isOver: false,
    isAbandoned: false,
    children: undefined,
  };
  const complete = (value: unknown): Outcome => {
    end(running);
    return { kind: 'complete', value };
  };
  const fail = (thrown: unknown): Outcome => {
    end(running);
    return toFailure(engine, running, thrown);
  };
  engine.note(running, 'accepted');
  try {
    const value = run(engine, running);
    return value instanceof Promise ? value.then(complete, fail) : complete(value);
  } catch (thrown) {
    return fail(thrown);
  }
}

function end(running: RunningCall): void {
  clearTimeout(running.timer);
  endChildren(running);
}

function run(engine: CallEngine, running: RunningCall): unknown {
  const { call } = running;
  return andThen(validate(call), (input) =>
    andThen(grant(engine, running, input), (release) =>
      andThen(drive(engine, running, input, release), (value) => check(call, value)),
    ),
  );
}

function validate({ cancellation, tool, rawInput }: Call): unknown {
  cancellation.throwIfCancelled();
  const read = (parsed: Parsed): unknown => {
    if (!parsed.ok) throw invalidArguments(tool.wireName, parsed.issues);
    return parsed.value;
  };
  const parsed = tool.parse(rawInput);
  return parsed instanceof Promise ? raceCancel(parsed, cancellation).then(read) : read(parsed);
}

function grant(engine: CallEngine, running: RunningCall, input: unknown): Release | Promise<Release> {
  const { cancellation } = running.call;
  const enter = (release: Release): Release => {
    if (cancellation.reason) release();
    cancellation.throwIfCancelled();
    engine.note(running, 'granted');
    return release;
  };
  const granted = engine.scheduler.acquire(engine.want(running, input), cancellation);
  if (!(granted instanceof Promise)) return enter(granted);
  engine.note(running, 'queued');
  return granted.then(enter);
}

/** Everything that happens while slot and key are held. */
function drive(engine: CallEngine, running: RunningCall, input: unknown, release: Release): unknown {
  const { cancellation, tool } = running.call;
  const { timeoutMs } = tool.definition;
  if (timeoutMs !== undefined) running.timer = startTimer(() => engine.timeOut(running), timeoutMs);
  engine.started();
  const unlisten = engine.isObserved ? cancellation.onCancel(() => engine.note(running, 'abort seen')) : undefined;
  const onSettled = (settlement: Settlement): void => {
    unlisten?.();
    release();
    engine.note(running, settlement.kind);
    if (settlement.kind === 'abandoned') giveUp(engine, running);
    else if (settlement.error !== undefined) logLate(engine, running.call, settlement.error);
    engine.freed(running);
  };
  return startDrive((hold) => body(engine, running, input, hold), { cancellation, graceMs: engine.graceMs, onSettled });
}

function body(engine: CallEngine, running: RunningCall, input: unknown, hold: Hold): unknown {
  const { tool, extra, cancellation, progress, openLog } = running.call;
  const { middleware } = tool.definition;
  const call = ((nested: ToolDefinition, raw: unknown, options?: NestedCallOptions) =>
    callNested({ engine, parent: running, hold, run: runCall }, nested, raw, options)) as CallContext['call'];
  return andThen(openContext(engine, extra), (context) => {
    const ctx = createCallContext(context, extra, { progress, openLog, call });
    if (middleware.length === 0) return invoke(engine, running, input, ctx);
    return runChain(middleware, input, ctx, cancellation, (extended) => {
      const work = (async () => invoke(engine, running, input, extended))();
      // Middleware may answer before the handler has ended; slot and key wait for both.
      hold(work);
      return work;
    });
  });
}

function openContext({ contextFactory }: CallEngine, extra: RequestExtra): unknown {
  if (!contextFactory) return noContext;
  const made: unknown = contextFactory(ownExtra(extra));
  return isPromiseLike(made) ? Promise.resolve(made) : made;
}

const noContext = Object.freeze({});

/** The gate, then the handler, whichever of its four kinds it is. */
function invoke(engine: CallEngine, running: RunningCall, input: unknown, ctx: CallContext): unknown {
  const { cancellation, tool } = running.call;
  cancellation.throwIfCancelled();
  engine.note(running, 'started');
  const handler = tool.definition.handler as (input: unknown, ctx: CallContext) => unknown;
  const follow = (value: unknown): unknown =>
    isBody(value) ? stepToEnd(value, cancellation, hooksOf(engine, running)) : value;
  const value = handler(input, ctx);
  return isPromiseLike(value) ? Promise.resolve(value).then(follow) : follow(value);
}

/** The value as the output schema, if there is one, makes it. */
function check({ tool, cancellation }: Call, value: unknown): unknown {
  const checked = checkOutput(tool, value);
  return checked instanceof Promise ? raceCancel(checked, cancellation) : checked;
}

function toFailure(engine: CallEngine, running: RunningCall, thrown: unknown): Outcome {
  const { call } = running;
  const outcome = toOutcome(thrown, call.cancellation);
  if (call.cancellation.reason) logEnd(engine, running);
  else if (outcome.kind === 'failed' && isForTheAuthor(outcome.error)) {
    engine.log.error('tool failed', { tool: nameOf(call), cause: thrown });
  }
  return outcome;
}

function giveUp(engine: CallEngine, running: RunningCall): void {
  running.isAbandoned = true;
  engine.abandoned(running);
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
    isGivenUp: () => running.isAbandoned,
  };
}

function logLate(engine: CallEngine, call: Call, cause: unknown): void {
  engine.log.warning('the handler threw after its call was cancelled', { tool: nameOf(call), cause });
}

/** The one record of a call that ended before its time: who, why, where, after how long. */
function logEnd(engine: CallEngine, { call, phase, lastMessage, startedAtMs }: RunningCall): void {
  const { reason } = call.cancellation;
  // A nested call that was cancelled with its parent is told of there.
  if (!reason || call.parent?.call.cancellation.reason) return;
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
