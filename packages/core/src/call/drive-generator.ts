import { isPromiseLike } from '../handler/promise-like.js';
import type { Cancellation } from './cancellation.js';
import { checkStep, leave, leaveWith, resume } from './leave-generator.js';
import { Turns } from './turns.js';

/** A started handler that can be stepped. */
export type Body = Generator<unknown, unknown, unknown> | AsyncGenerator<unknown, unknown, unknown>;

/** What goes back into a body that has yielded. */
export type Reply =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'error'; readonly error: unknown }
  /**
   * The body is left here, and gives or throws this: its `finally` blocks run. Unless this is its end they pass over
   * what they wait for by `yield*`.
   */
  | { readonly kind: 'leave'; readonly with: Ending; readonly isEnd?: boolean };

/** How a body that was left counts as having ended. */
export type Ending = { readonly value: unknown } | { readonly error: unknown };

export interface StepHooks {
  /** Every yielded value; what is no event of ours is for the hook to ignore. Nothing: the body goes on. Must not reject. */
  onYield(value: unknown): Reply | Promise<Reply> | undefined;
  /** The same in the `finally` blocks of a body that is over. */
  onYieldAtEnd(value: unknown): Reply | Promise<Reply> | undefined;
  /** The body has ended by itself. May throw. */
  onReturn(value: unknown): unknown;
  /** It is left with this, which must not wait for its `finally` blocks for ever. `isEnd`: it will not run again. */
  onLeaving(ending: Ending, isEnd: boolean): void;
  /** Its `finally` blocks have ended. */
  onLeft(): void;
  /**
   * It was done in an earlier round: a body that is ended while it catches up is ended where it had come to, so that
   * its `finally` blocks find all that was done.
   */
  isKnown(value: unknown): boolean;
  /** The call was over before this could begin. Nothing: it does not, and the body is left here. */
  onYieldTooLate(value: unknown): Promise<Reply> | undefined;
  /** What the `finally` blocks of a body threw that was left. */
  onLateError(error: unknown): void;
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
  const turns = new Turns();
  let reply: Reply | undefined;
  for (;;) {
    // A sync generator steps without a promise, so only what is one is awaited.
    const stepping = resume(body, reply);
    const step = checkStep(isPromiseLike(stepping) ? await stepping : stepping);
    if (step.done) return hooks.onReturn(step.value);
    if (hooks.isGivenUp()) break;
    const isKnown = hooks.isKnown(step.value);
    const isTooLate = cancellation.reason !== undefined && !isKnown;
    const replying = isTooLate ? hooks.onYieldTooLate(step.value) : hooks.onYield(step.value);
    if (isTooLate && replying === undefined) break;
    reply = replying instanceof Promise ? await replying : replying;
    if (turns.isDue) await turns.take();
    if (hooks.isGivenUp() || (cancellation.reason && !isKnown && !isTooLate)) break;
    if (reply?.kind === 'leave') return leaveWith(body, reply, hooks);
  }
  hooks.onFinally('started');
  try {
    await leave(body, (value) => hooks.onYieldAtEnd(value), hooks);
  } finally {
    hooks.onFinally('ended');
  }
  throw cancellation.reason ?? new Error('The handler was given up: its call had been answered without it.');
}
