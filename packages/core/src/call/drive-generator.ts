import { isPromiseLike } from '../handler/promise-like.js';
import type { Cancellation } from './cancellation.js';

/** A started handler that can be stepped. */
export type Body = Generator<unknown, unknown, unknown> | AsyncGenerator<unknown, unknown, unknown>;

export interface StepHooks {
  /** Every yielded value; what is no event of ours is for the hook to ignore. */
  onYield(value: unknown): void;
  onFinally(phase: 'started' | 'ended'): void;
  /** Nobody waits for the body any more, though its call was not cancelled: it has been answered without it. */
  isGivenUp(): boolean;
}

/** By shape, since generators made by a transpiler have no common prototype. Arrays, strings and map iterators have no `throw`. */
export function isBody(value: unknown): value is Body {
  if (typeof value !== 'object' || value === null) return false;
  const { next, throw: fail, return: end } = value as Partial<Record<'next' | 'throw' | 'return', unknown>>;
  return typeof next === 'function' && typeof fail === 'function' && typeof end === 'function';
}

/** A body may keep the event loop this long before the others get a turn. */
const turnMs = 8;

let waitingBodies = 0;

/** Whether a body that keeps the event loop busy waits for its next turn: what comes now should not line up behind it. */
export function isLoopShared(): boolean {
  return waitingBodies > 0;
}

/**
 * Steps a generator to its end and gives its return value. Every yield checks
 * the cancel. Whenever `turnMs` have passed it waits for a turn of the event
 * loop, so that a body that yields in a tight loop neither outruns its own
 * cancel nor holds up other calls.
 *
 * On a cancel, or when it is given up, the body is told to return, its `finally` blocks run,
 * and the cancel's reason is thrown. Nobody waits for that but the holder of slot and key.
 */
export async function stepToEnd(body: Body, cancellation: Cancellation, hooks: StepHooks): Promise<unknown> {
  let turnEndsAtMs = performance.now() + turnMs;
  for (;;) {
    // A sync generator steps without a promise, so only what is one is awaited.
    const stepping = body.next();
    const step = checkStep(isPromiseLike(stepping) ? await stepping : stepping);
    if (step.done) return step.value;
    if (cancellation.reason || hooks.isGivenUp()) break;
    try {
      hooks.onYield(step.value);
    } catch (error) {
      // As it is left at a cancel: never without its `finally`.
      await leave(body);
      throw error;
    }
    if (performance.now() < turnEndsAtMs) continue;
    waitingBodies++;
    await turn();
    waitingBodies--;
    turnEndsAtMs = performance.now() + turnMs;
    if (cancellation.reason || hooks.isGivenUp()) break;
  }
  hooks.onFinally('started');
  try {
    await leave(body);
  } finally {
    hooks.onFinally('ended');
  }
  throw cancellation.reason ?? new Error('The handler was given up: its call had been answered without it.');
}

// Enough for any honest `finally`; a body that answers every return() with another yield never ends.
const maxYieldsWhileLeaving = 1_000;

async function leave(body: Body): Promise<void> {
  let step = checkStep(await body.return(undefined));
  for (let yields = 0; !step.done; yields++) {
    if (yields === maxYieldsWhileLeaving)
      throw new Error(`The handler yielded ${yields} times in its finally blocks and was left there.`);
    step = checkStep(await body.next());
  }
}

/** Or what only looks like a generator would be stepped for ever. */
function checkStep<T>(step: T): T {
  if (typeof step === 'object' && step !== null) return step;
  throw new TypeError(`Expected each step of the handler to be an object, as of a generator, got ${String(step)}.`);
}

/** One turn of the event loop, in which sockets are read and written. */
const turn: () => Promise<void> =
  typeof setImmediate === 'function' ? () => new Promise((resolve) => setImmediate(resolve)) : messageTurn;

// A timer would wait at least a millisecond, often four.
function messageTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener(
      'message',
      () => {
        port1.close();
        resolve();
      },
      { once: true },
    );
    port1.start();
    port2.postMessage(undefined);
  });
}
