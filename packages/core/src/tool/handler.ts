import type { CallContext } from '../handler/context.js';
import type { AskCommand } from '../handler/commands.js';
import type { InputRequired } from '../handler/require-input.js';
import type { WriteYieldStarInFront, YieldStar } from '../handler/yield-star.js';

/**
 * What an author writes: an async function, an async or sync generator, or a
 * plain function that returns one of them. `yield` is a side channel, `return`
 * is the answer. `TApp` is the part of `TContext` that the server supplies.
 */
export type Handler<TContext, TInput, TReturn, TYield = unknown, TApp = TContext> = (
  input: TInput,
  ctx: Omit<TContext, keyof CallContext> & CallContext<TApp>,
) => HandlerReturn<TReturn, TYield>;

export type HandlerReturn<TReturn, TYield = unknown> =
  | TReturn
  | Promise<TReturn>
  | Generator<TYield, TReturn, undefined>
  | AsyncGenerator<TYield, TReturn, undefined>;

/** `unknown` when all is well, otherwise a sentence that says what to do: meant for `handler & HandlerGuard<…>`. */
export type HandlerGuard<TReturn, TYield, TInteractive extends boolean> =
  // Apart: of what yields nothing `TYield` is `unknown`, which would swallow the other.
  true extends
    | Holds<TYield, YieldStar<unknown> | WriteYieldStarInFront>
    | Holds<TReturn, YieldStar<unknown> | WriteYieldStarInFront>
    ? 'write `yield*` in front of ask.…() and step()'
    : TInteractive extends true
      ? unknown
      : Holds<TYield, AskCommand> | Holds<TReturn, InputRequired> extends false
        ? unknown
        : 'call .interactive() before .handle(): this handler asks its user';

// `any` holds nothing: what it is shows at run time.
type Holds<TUnion, TMember> = 0 extends 1 & TUnion ? false : [Extract<TUnion, TMember>] extends [never] ? false : true;

/** A handler whose types have been checked and are no longer needed. */
export type AnyHandler = (input: never, ctx: never) => unknown;
