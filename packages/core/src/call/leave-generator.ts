import { isCommand } from '../handler/commands.js';
import type { Body, Reply, StepHooks } from './drive-generator.js';
import { Turns } from './turns.js';

type Stepping = IteratorResult<unknown, unknown> | Promise<IteratorResult<unknown, unknown>>;

/** Goes on with what is given to the body, or thrown in it. */
export function resume(body: Body, reply: Reply | undefined): Stepping {
  if (reply?.kind === 'error') return body.throw(reply.error);
  return reply?.kind === 'value' ? body.next(reply.value) : body.next();
}

/** Leaves a body that was told to, and gives or throws what it is left with, whatever its `finally` blocks make of that. */
export async function leaveWith(
  body: Body,
  { with: ending, isEnd = false }: Extract<Reply, { kind: 'leave' }>,
  hooks: StepHooks,
): Promise<unknown> {
  hooks.onLeaving(ending, isEnd);
  const onYield: StepHooks['onYield'] = isEnd ? (value) => hooks.onYieldAtEnd(value) : passOver;
  await leave(body, onYield, hooks).catch((error: unknown) => hooks.onLateError(error));
  hooks.onLeft();
  if ('error' in ending) throw ending.error;
  return ending.value;
}

// Enough for any honest `finally`; a body that answers every return() with another yield never ends.
const maxYieldsWhileLeaving = 1_000;

/** Runs the `finally` blocks of a body that has yielded, from the inside out. */
export async function leave(
  body: Body,
  onYield: StepHooks['onYield'],
  hooks: Pick<StepHooks, 'isGivenUp'>,
): Promise<void> {
  const turns = new Turns();
  let step = checkStep(await body.return(undefined));
  for (let yields = 0; !step.done;) {
    if (yields === maxYieldsWhileLeaving)
      throw new Error(`The handler yielded ${yields} times in its finally blocks and was left there.`);
    const reply = await onYield(step.value);
    // Work is bounded by its time; a block that tries until it works must let that pass.
    if (reply === undefined || reply.kind === 'leave' || hooks.isGivenUp()) yields++;
    if (turns.isDue) await turns.take();
    step = checkStep(await (reply?.kind === 'leave' ? body.return(undefined) : resume(body, reply)));
  }
}

/** What a `finally` waits for belongs to the real end: its block is left there. */
function passOver(value: unknown): Reply | undefined {
  return isCommand(value) ? { kind: 'leave', with: { value: undefined } } : undefined;
}

/** Or what only looks like a generator would be stepped for ever. */
export function checkStep<T>(step: T): T {
  if (typeof step === 'object' && step !== null) return step;
  throw new TypeError(`Expected each step of the handler to be an object, as of a generator, got ${String(step)}.`);
}
